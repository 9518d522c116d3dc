import { Logger } from '@nestjs/common';
import { SignalSubscription } from './signals.js';

describe('A hearer of signals', () => {
  it('takes in one after another, in order, however long each takes', async () => {
    const ends: (() => void)[] = [];
    const said: string[] = [];
    const hearer = new SignalSubscription<string>('testing', async (payload) => {
      said.push(`begin ${payload}`);
      await new Promise<void>((resolve) => ends.push(resolve));
      said.push(`end ${payload}`);
    });
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    hearer.receive('one');
    hearer.receive('two');
    await settled();
    expect(said).toEqual(['begin one']);
    ends[0]?.();
    await settled();
    ends[1]?.();
    await hearer.idle();
    expect(said).toEqual(['begin one', 'end one', 'begin two', 'end two']);
  });

  it('goes on after a failure, and logs it', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const taken: number[] = [];
    const hearer = new SignalSubscription<number>('testing', (payload) => {
      if (payload === 1) throw new Error('not this one');
      taken.push(payload);
    });
    [1, 2].forEach((payload) => hearer.receive(payload));
    await hearer.idle();
    expect(taken).toEqual([2]);
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
  });
});
