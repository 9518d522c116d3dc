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

  it('gives its place back when work fails', async () => {
    const turns = new Turns(1, 0);
    await expect(turns.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(turns.run(() => Promise.resolve('in'))).resolves.toBe('in');
  });
});
