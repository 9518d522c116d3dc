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
