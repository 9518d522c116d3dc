import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { jest } from '@jest/globals';
import { withQueueKey } from '../../../shared/kernel/index.js';
import { JoinedJobs } from './joined-jobs.js';

interface Job {
  readonly picture: Uint8Array;
  readonly effort?: string;
}

const picture = (text: string): Job => ({ picture: Buffer.from(text) });
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const turnOf = (session: string) => ({ tenant: 'acme', session });

function stopClock(): void {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  // Fake timers would replace `performance` as a whole, but the cache has kept the real one.
  jest.spyOn(performance, 'now').mockImplementation(() => Date.now());
}

function opened() {
  const ends: { resolve: (result: string) => void; reject: (error: Error) => void }[] = [];
  const jobs = new JoinedJobs<Job, string>(() => new Promise((resolve, reject) => ends.push({ resolve, reject })));
  return { jobs, ends };
}

describe('Jobs of the engine', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('begin once for a picture, and answer all who ask for it', async () => {
    const { jobs, ends } = opened();
    const asked = [jobs.run(picture('page')), jobs.run(picture('page'))];
    expect(ends).toHaveLength(1);
    ends[0]?.resolve('read');
    expect(await Promise.all(asked)).toEqual(['read', 'read']);
  });

  it('go on when a caller stops waiting, and the next request gets their result', async () => {
    const { jobs, ends } = opened();
    const caller = new AbortController();
    const late = expect(jobs.run(picture('page'), caller.signal)).rejects.toThrow('come back');
    caller.abort(new Error('come back'));
    await late;
    ends[0]?.resolve('read at last');
    expect(await jobs.run(picture('page'), new AbortController().signal)).toBe('read at last');
    expect(ends).toHaveLength(1);
  });

  it('begin for each picture, for each way to look at it, and for each session', () => {
    const { jobs, ends } = opened();
    void jobs.run(picture('page'));
    void jobs.run(picture('another page'));
    void jobs.run({ ...picture('page'), effort: 'full' });
    for (const session of ['one', 'two']) void withQueueKey(turnOf(session), () => jobs.run(picture('page')));
    expect(ends).toHaveLength(5);
  });

  it('that fail late leave alone what has begun after them', async () => {
    stopClock();
    const { jobs, ends } = opened();
    const late = expect(jobs.run(picture('page'))).rejects.toThrow('no thread');
    jest.advanceTimersByTime(120_001);
    void jobs.run(picture('page'));
    expect(ends).toHaveLength(2);
    ends[0]?.reject(new Error('no thread'));
    await late;
    void jobs.run(picture('page'));
    expect(ends).toHaveLength(2);
  });

  it('leave nothing in memory after two minutes', async () => {
    stopClock();
    let result: object | undefined = { number: 'L898902C3' };
    const known = new WeakRef(result);
    const jobs = new JoinedJobs<Job, object | undefined>(() => Promise.resolve(result));
    await jobs.run(picture('page'));
    result = undefined;
    jest.advanceTimersByTime(120_001);
    jest.useRealTimers();
    await setImmediate(); // a WeakRef keeps its target until then
    collectGarbage();
    expect(known.deref()).toBeUndefined();
  });

  it('begin again after a failure', async () => {
    const { jobs, ends } = opened();
    const failed = expect(jobs.run(picture('page'))).rejects.toThrow('no thread');
    ends[0]?.reject(new Error('no thread'));
    await failed;
    void jobs.run(picture('page'));
    expect(ends).toHaveLength(2);
  });
});
