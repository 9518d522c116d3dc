import { Logger } from '@nestjs/common';
import { EventTimings } from '../../jobs/index.js';
import { Signals, type SignalTransport, SignalSubscription } from './signals.js';

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

describe('A process that may have missed signals', () => {
  it('loads what depends on them again until it has succeeded', async () => {
    const quiet = (['warn', 'error'] as const).map((level) =>
      jest.spyOn(Logger.prototype, level).mockImplementation(() => undefined),
    );
    const signals = new Signals({} as SignalTransport, Object.assign(new EventTimings(), { pollMs: 1 }));
    let tries = 0;
    const loaded = new Promise<void>((resolve) => {
      signals.onLostTrack(async () => {
        tries += 1;
        await Promise.resolve();
        if (tries < 3) throw new Error('The database is not reachable yet');
        resolve();
      });
    });
    signals.lostTrack();
    await loaded;
    expect(tries).toBe(3);
    quiet.forEach((logged) => logged.mockRestore());
  });
});
