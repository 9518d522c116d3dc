import cluster from 'node:cluster';
import { once } from 'node:events';
import type { DatabaseAddress } from '../../../ormconfig.js';
import type { StartNote } from '../../shared/observability/index.js';
import type { ReportToPrimary, ReportToProcess } from '../../surfaces/operations/report-messages.js';

/**
 * The primary's answer to `started`: which worker this process is (1 for the first), and the address of the database.
 */
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
 * In a worker process, waits for the start message of the primary. Elsewhere, returns undefined. If the primary ends
 * while a worker waits, Node ends the worker.
 */
export async function startMessage(): Promise<StartMessage | undefined> {
  if (!cluster.isWorker) return undefined;
  // Workers ignore SIGHUP. A terminal sends it to every process, but only the primary may handle it.
  process.on('SIGHUP', () => undefined);
  sendToPrimary({ type: 'started' });
  for (;;) {
    const [message] = (await once(process, 'message')) as [ToProcess];
    if (message.type === 'start') return message;
  }
}
