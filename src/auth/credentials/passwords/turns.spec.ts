import { jest } from '@jest/globals';
import { KernelErrors } from '../../../shared/kernel/kernel.errors.js';
import { Turns } from './turns.js';

const work = () => {
  let finish = (): void => undefined;
  const ended = new Promise<void>((resolve) => (finish = resolve));
  return { run: () => ended, finish };
};

describe('Turns', () => {
  it('lets the next one in only when one has ended', async () => {
    const turns = new Turns(1, 1);
    const [first, second] = [work(), work()];
    const order: string[] = [];
    const one = turns.run(() => first.run().then(() => order.push('first ends')));
    const two = turns.run(() => {
      order.push('second begins');
      return second.run();
    });
    first.finish();
    await one;
    second.finish();
    await two;
    expect(order).toEqual(['first ends', 'second begins']);
  });

  it('turns away whoever finds all places taken, and takes the next one later', async () => {
    const turns = new Turns(1, 0);
    const first = work();
    const one = turns.run(first.run);
    await expect(turns.run(() => Promise.resolve())).rejects.toMatchObject({ kind: KernelErrors.unavailable });
    first.finish();
    await one;
    await expect(turns.run(() => Promise.resolve('in'))).resolves.toBe('in');
  });

  it('tells for how long all turns were taken', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const at = (ms: number): unknown => now.mockReturnValue(ms);
    const turns = new Turns(2, 1);
    const [first, second, third] = [work(), work(), work()];
    const one = turns.run(first.run);
    at(1_010);
    expect(turns.allTakenFor).toBe(0); // one is free
    const two = turns.run(second.run);
    const three = turns.run(third.run);
    at(1_030);
    expect(turns.allTakenFor).toBe(20);
    first.finish();
    await one;
    at(1_040);
    expect(turns.allTakenFor).toBe(30); // whoever waited took it at once
    second.finish();
    await two;
    at(1_100);
    expect(turns.allTakenFor).toBe(30);
    third.finish();
    await three;
    now.mockRestore();
    expect(turns.allTakenFor).toBe(30);
  });

  it('gives its place back when work fails', async () => {
    const turns = new Turns(1, 0);
    await expect(turns.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(turns.run(() => Promise.resolve('in'))).resolves.toBe('in');
  });
});
