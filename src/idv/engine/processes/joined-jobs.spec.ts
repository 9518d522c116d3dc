import { withQueueKey } from '../../../shared/kernel/index.js';
import { JoinedJobs } from './joined-jobs.js';

interface Job {
  readonly picture: Uint8Array;
  readonly effort?: string;
}

const picture = (text: string): Job => ({ picture: Buffer.from(text) });
const turnOf = (session: string) => ({ tenant: 'acme', session });

function opened() {
  const ends: { resolve: (result: string) => void; reject: (error: Error) => void }[] = [];
  const jobs = new JoinedJobs<Job, string>(() => new Promise((resolve, reject) => ends.push({ resolve, reject })));
  return { jobs, ends };
}

describe('Jobs of the engine', () => {
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

  it('begin again after a failure', async () => {
    const { jobs, ends } = opened();
    const failed = expect(jobs.run(picture('page'))).rejects.toThrow('no thread');
    ends[0]?.reject(new Error('no thread'));
    await failed;
    void jobs.run(picture('page'));
    expect(ends).toHaveLength(2);
  });
});
