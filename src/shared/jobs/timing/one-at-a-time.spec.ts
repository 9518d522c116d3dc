import { currentContext, runInContext } from '../../kernel/index.js';
import { oneAtATime } from './timing.js';

it('What several callers share runs in the context of none', async () => {
  const context = { requestId: 'r', traceId: 't', address: null, actor: { kind: 'user', id: 'jane' } } as const;
  const shared = oneAtATime(() => Promise.resolve(currentContext()));
  expect(await runInContext({ ...context }, shared)).toBeUndefined();
});

describe('One at a time', () => {
  let begun = 0;
  let running = 0;
  let end: (() => void)[] = [];
  const work = async () => {
    expect(++running).toBe(1);
    const run = ++begun;
    await new Promise<void>((resolve) => end.push(resolve));
    running--;
    return run;
  };
  const endOne = () => end.shift()?.();

  beforeEach(() => {
    begun = 0;
    running = 0;
    end = [];
  });

  it('lets all who come while it runs share the one run after it', async () => {
    const ask = oneAtATime(work);
    const asked = [ask(), ask(), ask()];
    endOne();
    await asked[0];
    endOne();
    expect(await Promise.all(asked)).toEqual([1, 2, 2]);
  });

  it('never runs twice at once, though someone asks in the moment in which a run ends', async () => {
    const ask = oneAtATime(work);
    const first = ask();
    const again = first.then(ask);
    const second = ask();
    endOne();
    await first;
    endOne();
    expect(await second).toBe(2);
    endOne();
    expect(await again).toBeGreaterThanOrEqual(2);
  });

  it('goes on after a failure, and tells it only to those who shared the run', async () => {
    let failures = 1;
    const ask = oneAtATime(async () => {
      await Promise.resolve();
      if (failures-- > 0) throw new Error('not now');
    });
    const asked = [ask(), ask()];
    await expect(asked[0]).rejects.toThrow('not now');
    await expect(asked[1]).resolves.toBeUndefined();
  });
});
