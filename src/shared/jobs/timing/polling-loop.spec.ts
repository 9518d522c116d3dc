import { Logger } from '@nestjs/common';
import { PollingLoop } from './polling-loop.js';

describe('A loop', () => {
  const logged: string[] = [];
  const settled = () => jest.advanceTimersByTimeAsync(0);

  beforeEach(() => {
    jest.useFakeTimers();
    logged.length = 0;
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((_facts, text: string) => logged.push(text));
    jest.spyOn(Logger.prototype, 'log').mockImplementation((text: string) => logged.push(text));
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('never takes two turns at once', async () => {
    let turns = 0;
    const loop = new PollingLoop('It', 100, () => (++turns, new Promise(() => undefined))).start();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(turns).toBe(1);
    void loop.stop();
  });

  it('says once that it fails, goes on, and says when it works again', async () => {
    let failures = 3;
    let turns = 0;
    const loop = new PollingLoop('It', 100, async () => {
      turns++;
      if (failures-- > 0) throw new Error('not now');
    }).start();
    while (turns < 6) await jest.advanceTimersByTimeAsync(100);
    expect(logged).toEqual(['It failed and will be tried again', 'It works again']);
    await loop.stop();
  });

  it('stops after the turn under way, for good', async () => {
    let end = () => {};
    let turns = 0;
    const loop = new PollingLoop('It', 100, () => (++turns, new Promise<void>((resolve) => (end = resolve)))).start();
    await jest.advanceTimersByTimeAsync(200);
    let stopped = false;
    const stop = loop.stop().then(() => (stopped = true));
    await settled();
    expect(stopped).toBe(false);
    end();
    await stop;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(turns).toBe(1);
  });
});
