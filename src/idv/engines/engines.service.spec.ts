import { jest } from '@jest/globals';
import { FaceEngine } from '../engine/face/face-engine.service.js';
import { JoinedJobs } from '../engine/processes/joined-jobs.js';
import { engineDeadline } from './engines.service.js';

describe('The time that the engine has', () => {
  afterEach(() => jest.useRealTimers());

  it('is over with the answer that callers are to come back', async () => {
    jest.useFakeTimers();
    const engine = new FaceEngine({ open: () => new JoinedJobs(() => Promise.resolve('found' as never)) });
    const deadline = engineDeadline(1_000);
    const find = () => engine.find(Buffer.from(''), 'none', deadline);
    await expect(find()).resolves.toBe('found');
    jest.advanceTimersByTime(1_000);
    await expect(find()).rejects.toMatchObject({ name: 'kernel/unavailable', extra: { retryAfterSeconds: 2 } });
  });
});
