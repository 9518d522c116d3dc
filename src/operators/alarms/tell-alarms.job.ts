import { Inject, Injectable, Logger } from '@nestjs/common';
import { AuditLog } from '../../audit/contract/index.js';
import { CONFIG, type Config } from '../../config.js';
import { HandlesJob, JobHandler, type JobRun } from '../../shared/jobs/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { Outbound, signatureHeaders } from '../../shared/outbound/index.js';
import { MessageSender, Undeliverable } from '../../users/contract/index.js';
import { AlarmMetrics } from './alarm-metrics.service.js';
import { alarmMail, type AlarmNews } from './alarm-message.js';

export const TELL_ALARMS = 'operators/tell-alarms';
/**
 * Tries for an hour and a half. A receiver that is away longer learns what is still open from the reminder of the next
 * day.
 */
const WAIT_SECONDS = [10, 60, 300, 900, 3_600];
const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 4_096;

type Payload = {
  /** A mail address, or the URL. */
  readonly to: string;
  readonly news: AlarmNews;
};

/** Sends one message to one receiver. */
@Injectable()
@HandlesJob(TELL_ALARMS, { waitSeconds: WAIT_SECONDS, concurrency: 4, laneConcurrency: 2 })
export class TellAlarms extends JobHandler<Payload> {
  readonly #log = new Logger(TellAlarms.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sender: MessageSender,
    private readonly outbound: Outbound,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly metrics: AlarmMetrics,
  ) {
    super();
  }

  /** A receiver that was removed from the settings gets nothing more. */
  async perform(payload: Payload, run: JobRun): Promise<void> {
    const { to, news } = payload;
    if (to === this.config.alarmUrl) await this.#post(to, news, run);
    else if (!this.config.alarmMail.includes(to)) return;
    else if (!(await this.#mail(to, news))) return this.giveUp(payload);
    await this.#note('done', payload);
  }

  /** An undelivered alarm raises no further alarm: the log, the audit log and a metric show it. */
  override async giveUp(payload: Payload): Promise<void> {
    this.#log.error({ receiver: this.#channelOf(payload) }, 'A message with alarms did not reach its receiver');
    await this.#note('refused', payload);
  }

  /** Returns false when the mail server accepts nothing for this address. */
  async #mail(email: string, news: AlarmNews): Promise<boolean> {
    const { brandName, consoleUrl } = this.config;
    try {
      await this.sender.send({ to: { email, mobile: null }, ...alarmMail(brandName, consoleUrl, news) });
      return true;
    } catch (error) {
      if (error instanceof Undeliverable) return false;
      throw error;
    }
  }

  async #post(url: string, data: AlarmNews, { id, signal }: JobRun): Promise<void> {
    const at = this.clock.now();
    const body = JSON.stringify({ type: 'operators.alarms', timestamp: at.toISOString(), data });
    const signature = signatureHeaders({ id, at, body }, [this.config.alarmSecret ?? '']);
    const headers = { 'Content-Type': 'application/json', ...signature };
    const call = { purpose: 'alarms', method: 'POST', url, headers, body, signal } as const;
    const { status } = await this.outbound.send({ ...call, timeoutMs: TIMEOUT_MS, mostBytes: ANSWER_BYTES });
    if (status < 200 || status > 299) throw new Error(`The receiver of alarms did not take them (${status})`);
  }

  /** The address of a mailbox is left out, because entries cannot be erased. */
  #note(outcome: 'done' | 'refused', payload: Payload): Promise<void> {
    const { started, ended, open } = payload.news;
    const kinds = (alarms: AlarmNews['open']): string[] => alarms.map(({ kind }) => kind);
    const by = this.#channelOf(payload);
    this.metrics.count(by, outcome);
    const details = { by, started: kinds(started), ended: kinds(ended), open: kinds(open) };
    return this.audit.record({ kind: 'operators.alarms-told', outcome, details });
  }

  #channelOf({ to }: Payload): 'url' | 'mail' {
    return to.startsWith('https:') ? 'url' : 'mail';
  }
}
