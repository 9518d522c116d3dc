import { Injectable, Logger } from '@nestjs/common';
import { AuditLog } from '../../audit/contract/index.js';
import { HandlesJob, JobHandler, type JobRun } from '../../shared/jobs/index.js';
import { Undeliverable } from '../../users/contract/index.js';
import { OPERATORS_TENANT } from '../people/operators.service.js';
import { AlarmMessenger, isTaken } from './alarm-messenger.service.js';
import { AlarmMetrics } from './alarm-metrics.service.js';
import type { AlarmNews } from './alarm-message.js';
import { AlarmReceivers, type Channel, type StoredReceiver } from './alarm-receivers.service.js';

export const TELL_ALARMS = 'operators/tell-alarms';
/**
 * The waiting times between delivery attempts, in total almost an hour and a half. If a receiver is down for longer,
 * the daily reminder tells it which alarms are still open.
 */
const WAIT_SECONDS = [10, 60, 300, 900, 3_600];

type Payload = StoredReceiver & { readonly news: AlarmNews };

/** Sends a message about alarms to one receiver. */
@Injectable()
@HandlesJob(TELL_ALARMS, { waitSeconds: WAIT_SECONDS, concurrency: 4, laneConcurrency: 2 })
export class SendAlarms extends JobHandler<Payload> {
  readonly #log = new Logger(SendAlarms.name);

  constructor(
    private readonly receivers: AlarmReceivers,
    private readonly messenger: AlarmMessenger,
    private readonly audit: AuditLog,
    private readonly metrics: AlarmMetrics,
  ) {
    super();
  }

  /** Sends the message. Does nothing if the receiver no longer gets alarms. */
  async perform(payload: Payload, run: JobRun): Promise<void> {
    const receiver = await this.receivers.find(payload);
    if (!receiver) return;
    try {
      const status = await this.messenger.send(receiver, payload.news, run);
      if (!isTaken(status)) throw new Error(`The receiver of alarms did not take them (${status})`);
    } catch (error) {
      if (!(error instanceof Undeliverable)) throw error;
      return this.giveUp(payload);
    }
    await this.#note('done', payload);
  }

  /**
   * Records that the message could not be delivered. This raises no new alarm, but is shown in the log, the audit log
   * and a metric.
   */
  override async giveUp(payload: Payload): Promise<void> {
    const operator = payload.by && { operator: payload.to };
    this.#log.error({ receiver: channelOf(payload), ...operator }, 'A message with alarms did not reach its receiver');
    await this.#note('refused', payload);
  }

  /** Writes the result to the audit log, without the mail address, because audit entries cannot be erased. */
  #note(outcome: 'done' | 'refused', payload: Payload): Promise<void> {
    const { started, ended, open } = payload.news;
    const kinds = (alarms: AlarmNews['open']): string[] => alarms.map(({ kind }) => kind);
    const by = channelOf(payload);
    this.metrics.count(by, outcome);
    const details = { by, started: kinds(started), ended: kinds(ended), open: kinds(open) };
    const ofOperator = payload.by && { tenant: OPERATORS_TENANT, subject: payload.to };
    return this.audit.record({ kind: 'operators.alarms-told', outcome, ...ofOperator, details });
  }
}

const channelOf = ({ to, by }: StoredReceiver): Channel => by ?? (to.startsWith('https:') ? 'url' : 'mail');
