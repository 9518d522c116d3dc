import { Injectable, Logger } from '@nestjs/common';
import { AuditLog } from '../../../audit/contract/index.js';
import type { Admitted } from '../../../shared/auth-guard/index.js';
import { Clock, type FieldError, KernelErrors, newId } from '../../../shared/kernel/index.js';
import { Destinations } from '../../../shared/outbound/index.js';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { newWebhookSecret } from '../../../webhooks/contract/index.js';
import { Operator } from '../../people/operator.entity.js';
import { OperatorRepository } from '../../people/operator.repository.js';
import { OPERATORS_TENANT } from '../../people/operators.service.js';
import { seesService } from '../../roles/grants.js';
import { testNews } from '../alarm-message.js';
import { AlarmMessenger, isTaken } from '../alarm-messenger.service.js';
import { AlarmReceivers, type Channel } from '../alarm-receivers.service.js';
import { AlarmSubscription } from './alarm-subscription.entity.js';
import { AlarmSubscriptionRepository } from './alarm-subscription.repository.js';
import type {
  AlarmTestDto,
  ChangedMyAlarmsDto,
  ChangeMyAlarmsDto,
  MyAlarmsDto,
  TestOutcome,
} from '../dto/my-alarms.dto.js';

type Tried = { readonly outcome: TestOutcome; readonly status: number | null };

/** Lets operators choose which alarms they receive, and how. */
@Injectable()
export class MyAlarms {
  readonly #log = new Logger(MyAlarms.name);

  constructor(
    private readonly subscriptions: AlarmSubscriptionRepository,
    private readonly receivers: AlarmReceivers,
    private readonly operators: OperatorRepository,
    private readonly messenger: AlarmMessenger,
    private readonly destinations: Destinations,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async get(admitted: Admitted): Promise<MyAlarmsDto> {
    const operator = await this.#demandAllowed(admitted);
    const { sub } = operator;
    const subscription = (await this.subscriptions.find(sub)) ?? AlarmSubscription.none(sub);
    const { mail, leastSeverity } = subscription;
    const mailTo = await this.receivers.mailboxOf(operator);
    return { mail, mailTo, leastSeverity, url: this.subscriptions.serverOf(subscription)?.url ?? null };
  }

  async change(admitted: Admitted, { mail, leastSeverity, url }: ChangeMyAlarmsDto): Promise<ChangedMyAlarmsDto> {
    const operator = await this.#demandAllowed(admitted);
    const { sub } = operator;
    const mailTo = await this.receivers.mailboxOf(operator);
    this.#refuseFaults(mail && mailTo === null, url);
    return this.uow.run(async (tx) => {
      if (!(await tx.lock(Operator, { sub }))) throw refused();
      const known = await tx.lock(AlarmSubscription, { sub });
      const subscription = known ?? AlarmSubscription.none(sub);
      const before = this.subscriptions.serverOf(subscription);
      const server = url === null ? null : before?.url === url ? before : { url, secret: newWebhookSecret() };
      Object.assign(subscription, { mail, leastSeverity });
      if (server !== before) this.subscriptions.setServer(subscription, server);
      if (known) await tx.save(subscription);
      else await tx.add(subscription);
      const details = { mail, leastSeverity, origin: url === null ? null : new URL(url).origin };
      tx.pending.audit.push({ kind: 'operators.alarms-changed', tenant: OPERATORS_TENANT, subject: sub, details });
      return { mail, mailTo, leastSeverity, url, secret: server === before ? null : (server?.secret ?? null) };
    });
  }

  async test(admitted: Admitted): Promise<AlarmTestDto> {
    const { sub } = await this.#demandAllowed(admitted);
    const [mail, url] = await Promise.all([this.#try(sub, 'mail'), this.#try(sub, 'url')]);
    const details = { mail: mail.outcome, url: url.outcome };
    await this.audit.record({ kind: 'operators.alarms-tested', tenant: OPERATORS_TENANT, subject: sub, details });
    return { ...details, urlStatus: url.status };
  }

  async #try(sub: string, by: Channel): Promise<Tried> {
    const receiver = await this.receivers.find({ to: sub, by });
    if (!receiver) return { outcome: 'off', status: null };
    try {
      const status = await this.messenger.send(receiver, testNews(this.clock.now()), { id: newId() });
      return { outcome: isTaken(status) ? 'sent' : 'failed', status };
    } catch (error) {
      this.#log.warn({ err: error, by }, 'A test of alarms did not reach its operator');
      return { outcome: 'failed', status: null };
    }
  }

  async #demandAllowed({ principal: { sub = '' } }: Admitted): Promise<Operator> {
    const operator = await this.operators.find(sub);
    if (!operator || !seesService(operator.grants)) throw refused();
    return operator;
  }

  #refuseFaults(isWithoutMailbox: boolean, url: string | null): void {
    const errors: FieldError[] = [];
    if (isWithoutMailbox) errors.push({ pointer: '/mail', detail: 'The service cannot send mail to you.' });
    const fault = url === null ? undefined : this.destinations.faultOfText(url);
    if (fault !== undefined) errors.push({ pointer: '/url', detail: `Cannot be called: ${fault}.` });
    if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors });
  }
}

const refused = () =>
  KernelErrors.forbidden('Only operators whose role in all enterprises shows the state of the service may do this');
