import { setTimeout as sleep } from 'node:timers/promises';
import { threadMs } from './thread-time.js';

describe('The time of a thread', () => {
  it('grows while the thread works', () => {
    const began = threadMs();
    let sum = 0;
    while (threadMs() - began < 5) sum += Math.sqrt(sum + 1);
    expect(sum).toBeGreaterThan(0);
  });

  const isLinux = process.platform === 'linux';
  (isLinux ? it : it.skip)('stands still while the thread waits', async () => {
    const [began, beganByClock] = [threadMs(), performance.now()];
    await sleep(300);
    expect(threadMs() - began).toBeLessThan((performance.now() - beganByClock) / 2);
  });
});
