import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../../shared/kernel/index.js';
import { MessageSender, UserDirectory } from '../../users/contract/index.js';
import type { Operator } from '../people/operator.entity.js';
import { OperatorRepository } from '../people/operator.repository.js';
import { seesService } from '../roles/grants.js';
import type { Severity } from './alarm-changes.js';
import { type AlarmServer, AlarmSubscriptionRepository } from './own/alarm-subscription.repository.js';

export type Channel = 'mail' | 'url';

/**
 * A receiver of alarms as stored in a job. `to` is an email address or URL from the settings or, if `by` is set, the
 * `sub` of an operator.
 */
export type StoredReceiver = { readonly to: string; readonly by?: Channel };

export interface ListedReceiver {
  readonly receiver: StoredReceiver;
  readonly least: Severity;
  /** The job lane of the messages to this receiver, so that a slow receiver does not delay others. */
  readonly lane: string;
}

/**
 * A receiver of alarms is a mailbox or a server. For a mailbox, `why` explains to the reader of the mail why they get
 * alarms. For a server, `owner` is the `sub` of the operator who set it up; absent if it is in the settings.
 */
export type Mailbox = { readonly email: string; readonly why: string };
export type Server = AlarmServer & { readonly owner?: string };
export type Receiver = Mailbox | Server;

const BY_SETTINGS = 'ALARM_MAIL names your address for alarms of this service.';
const BY_OPERATOR = 'You turned on alarms of this service on your page at the console.';

/** Finds the receivers of alarms: those in the settings, and operators who have subscribed. */
@Injectable()
export class AlarmReceivers {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly subscriptions: AlarmSubscriptionRepository,
    private readonly operators: OperatorRepository,
    private readonly users: UserDirectory,
    private readonly sender: MessageSender,
    private readonly clock: Clock,
  ) {}

  async all(): Promise<ListedReceiver[]> {
    const { alarmMail, alarmUrl } = this.config;
    const addresses = alarmMail.map((to) => ({ receiver: { to }, least: 'warning', lane: 'mail' }) as const);
    const urls = alarmUrl ? [{ receiver: { to: alarmUrl }, least: 'warning', lane: 'url' } as const] : [];
    return [...addresses, ...urls, ...(await this.#subscribed())];
  }

  /** Finds the mailbox or server of a receiver. Returns undefined if it no longer receives alarms. */
  async find({ to, by }: StoredReceiver): Promise<Receiver | undefined> {
    if (by !== undefined) return this.#ofOperator(to, by);
    const { alarmMail, alarmUrl, alarmSecret = '' } = this.config;
    if (to === alarmUrl) return { url: to, secret: alarmSecret };
    return alarmMail.includes(to) ? { email: to, why: BY_SETTINGS } : undefined;
  }

  /** Returns the operator's mail address, or null if no mail can reach the operator. */
  async mailboxOf({ sub, userId, endsAt }: Operator): Promise<string | null> {
    if (endsAt !== null) return null; // Only operators created for an emergency have an end time. They have no mailbox.
    const email = (await this.users.find(sub))?.emailId ?? userId;
    return (await this.sender.canReach({ email, mobile: null })) ? email : null;
  }

  async #subscribed(): Promise<ListedReceiver[]> {
    const all = await this.subscriptions.all();
    if (all.length === 0) return [];
    const admitted = await this.operators.findAll(all.map(({ sub }) => sub));
    const subs = new Set(admitted.filter((one) => this.#mayReceive(one)).map(({ sub }) => sub));
    return all
      .filter(({ sub }) => subs.has(sub))
      .flatMap(({ sub: to, leastSeverity: least, mail, sealedServer }) => [
        ...(mail ? [{ receiver: { to, by: 'mail' }, least, lane: 'mail' } as const] : []),
        ...(sealedServer ? [{ receiver: { to, by: 'url' }, least, lane: to } as const] : []),
      ]);
  }

  async #ofOperator(sub: string, by: Channel): Promise<Receiver | undefined> {
    const [subscription, operator] = await Promise.all([this.subscriptions.find(sub), this.operators.find(sub)]);
    if (!subscription || !operator || !this.#mayReceive(operator)) return undefined;
    if ((await this.users.statusOf(sub)) !== 'ACTIVE') return undefined;
    if (by === 'url') {
      const server = this.subscriptions.serverOf(subscription);
      return server ? { ...server, owner: sub } : undefined;
    }
    const email = subscription.mail ? await this.mailboxOf(operator) : null;
    return email === null ? undefined : { email, why: BY_OPERATOR };
  }

  #mayReceive(operator: Operator): boolean {
    return seesService(operator.grants) && !operator.hasEnded(this.clock.now());
  }
}
