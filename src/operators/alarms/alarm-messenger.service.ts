import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import type { JobRun } from '../../shared/jobs/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { Outbound, signatureHeaders } from '../../shared/outbound/index.js';
import { MessageSender } from '../../users/contract/index.js';
import { alarmMail, type AlarmNews } from './alarm-message.js';
import type { Receiver, Server } from './alarm-receivers.service.js';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 4_096;

/**
 * The job run that sends the message. Its `id` identifies the message, so that a webhook receiver can recognise a
 * repeated one.
 */
export type AlarmRun = Pick<JobRun, 'id'> & Partial<Pick<JobRun, 'signal'>>;

/** Sends a message about alarms to one receiver. */
@Injectable()
export class AlarmMessenger {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sender: MessageSender,
    private readonly outbound: Outbound,
    private readonly clock: Clock,
  ) {}

  /** Sends the message. Returns the HTTP status of a webhook call, or null for a mail. */
  async send(receiver: Receiver, news: AlarmNews, run: AlarmRun): Promise<number | null> {
    if ('url' in receiver) return this.#post(receiver, news, run);
    const { brandName, consoleUrl } = this.config;
    const { email, why } = receiver;
    await this.sender.send({ to: { email, mobile: null }, ...alarmMail(brandName, consoleUrl, why, news) });
    return null;
  }

  async #post({ url, secret, owner }: Server, data: AlarmNews, { id, signal }: AlarmRun): Promise<number> {
    const at = this.clock.now();
    const body = JSON.stringify({ type: 'operators.alarms', timestamp: at.toISOString(), data });
    const headers = { 'Content-Type': 'application/json', ...signatureHeaders({ id, at, body }, [secret]) };
    const { status } = await this.outbound.send({
      ...{ purpose: 'alarms', method: 'POST', url, headers, body, timeoutMs: TIMEOUT_MS, mostBytes: ANSWER_BYTES },
      ...(owner !== undefined && { owner }),
      ...(signal && { signal }),
    });
    return status;
  }
}

export const isTaken = (status: number | null): boolean => status === null || (status >= 200 && status <= 299);
