import cluster from 'node:cluster';
import { once } from 'node:events';
import type { DatabaseAddress } from '../../../ormconfig.js';
import type { StartNote } from '../../shared/observability/index.js';
import type { ReportToPrimary, ReportToProcess } from '../../surfaces/operations/report-messages.js';

/** The answer of the primary to a process that has started: what the process must serve. */
export interface StartMessage {
  readonly type: 'start';
  readonly number: number;
  readonly address: DatabaseAddress;
}

export type ToProcess = StartMessage | ReportToProcess;

export type ToPrimary =
  | { readonly type: 'started' }
  | { readonly type: 'ready'; readonly notes: readonly StartNote[] }
  | ReportToPrimary;

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
