import cluster from 'node:cluster';
import { once } from 'node:events';
import type { StartMessage, ToPrimary, ToProcess } from './process-messages.js';

export function sendToPrimary(message: ToPrimary): void {
  if (process.connected) process.send?.(message);
}

/**
 * In a worker process: waits until the primary says what to serve. Undefined in any other process. Node ends a worker
 * when its primary is gone.
 */
export async function startMessage(): Promise<StartMessage | undefined> {
  if (!cluster.isWorker) return undefined;
  // A worker ignores SIGHUP. A terminal sends it to every process, but only the primary reloads.
  process.on('SIGHUP', () => undefined);
  sendToPrimary({ type: 'started' });
  for (;;) {
    const [message] = (await once(process, 'message')) as [ToProcess];
    if (message.type === 'start') return message;
  }
}
