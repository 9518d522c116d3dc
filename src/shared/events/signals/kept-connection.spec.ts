import { Logger } from '@nestjs/common';
import { KeptConnection, type WakeUpConnection } from './kept-connection.js';

describe('A connection that is kept', () => {
  let now = 0;
  let warned: jest.SpyInstance;
  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => jest.restoreAllMocks());

  /** Runs these attempts to connect, one after the other. */
  async function attempt(...attempts: readonly (() => Promise<WakeUpConnection>)[]): Promise<void> {
    const left = [...attempts];
    await new Promise<void>((done) => {
      const connect = () => left.shift()?.() ?? (done(), new Promise<never>(() => undefined));
      new KeptConnection(connect, () => undefined, 'There is trouble').open();
    });
  }
  const unanswered = () => {
    now += 6_000;
    return Promise.reject(new Error('no answer'));
  };
  const lostAfter = (milliseconds: number) => async (): Promise<WakeUpConnection> => ({
    get lost() {
      now += milliseconds;
      return Promise.resolve(new Error('lost'));
    },
    notify: () => Promise.resolve(),
    end: () => Promise.resolve(),
  });

  it('is in trouble once while no attempt is answered, however long each lasts', async () => {
    await attempt(unanswered, unanswered, unanswered);
    expect(warned).toHaveBeenCalledTimes(1);
  });

  it('is in trouble anew when it has lasted', async () => {
    await attempt(unanswered, lostAfter(6_000), lostAfter(1_000));
    expect(warned).toHaveBeenCalledTimes(2);
  });
});
