import { jest } from '@jest/globals';
import { Supervisor } from './postmaster.js';

describe('Supervisor', () => {
  afterEach(() => jest.restoreAllMocks());

  /** Supervises a server that dies immediately after each start. The deaths are `seconds` apart. */
  async function deathsOf(seconds: number, most: number): Promise<{ lost: number; failed: string[] }> {
    let now = 0;
    const lost: string[] = [];
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    const failed: string[] = [];
    const running = { ended: new Promise<string>(() => undefined), stop: () => Promise.resolve() };
    const dead = { ...running, ended: Promise.resolve('killed') };
    await new Promise<void>((resolve) => {
      const startAgain = async () => {
        now += seconds * 1_000;
        if (lost.length < most) return dead;
        resolve();
        return running;
      };
      const onFailed = (reason: string) => {
        failed.push(reason);
        resolve();
      };
      new Supervisor(dead, startAgain, { onLost: (reason) => lost.push(reason), onFailed });
    });
    return { lost: lost.length, failed };
  }

  it('gives up on a server that dies for the sixth time within a minute', async () => {
    expect(await deathsOf(11, 100)).toEqual({ lost: 5, failed: ['killed'] });
  });

  it('keeps a server that dies now and then', async () => {
    expect(await deathsOf(12, 100)).toEqual({ lost: 100, failed: [] });
  });
});
