import { Inject, Injectable, Logger } from '@nestjs/common';
import { Tenant } from '../../shared/kernel/tenant.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { allows, type StatusAction } from '../domain/user-status.js';
import { UserErrors } from '../domain/users.errors.js';
import { ActivationCodes } from './activation.service.js';
import { UserRepository } from './user.repository.js';
import type { Tx } from '../../shared/persistence/tx.js';
import type { User } from '../entities/user.entity.js';
import { type Addresses, type Message, MessageSender, Undeliverable } from '../message-sender.js';
import { DevicesService } from './devices.service.js';
import { CONFIG, type Config } from '../../config.js';
import { AuditLog } from '../../shared/audit/audit-log.js';
import { HandlesJob, JobHandler } from '../../shared/events/jobs/job.js';
import { activationMail } from '../domain/activation-mail.js';
import { Enterprises } from '../ports.js';

/** The job that creates a code and sends it. The code itself is never stored, so a repeated try creates a new one. */
export const SEND_ACTIVATION_CODE = 'users/send-activation-code';

/** Applies a change of status to the user's codes and messages, in the transaction of the change. */
@Injectable()
export class StatusConsequences {
  constructor(
    private readonly codes: ActivationCodes,
    private readonly sender: MessageSender,
    private readonly devices: DevicesService,
  ) {}

  async follow(tx: Tx, user: User, action: StatusAction): Promise<void> {
    if (action === 'reset' || action === 'delete') {
      await this.codes.drop(tx, user.sub);
      await this.devices.removeAll(tx, user.ref);
    }
    if (action === 'complete' || action === 'reset') await this.invite(tx, user);
  }

  /** Requests a code to be sent, unless one that the enterprise has set is still valid. */
  async invite(tx: Tx, user: User): Promise<void> {
    if (!(await this.codes.isPredefined(tx, user.sub))) this.send(tx, user);
  }

  /** Requests a new code to be sent. Returns false when the user has no address. */
  send(tx: Tx, user: User): boolean {
    if (!this.sender.canReach(addressesOf(user))) return false;
    tx.pending.jobs.push({ kind: SEND_ACTIVATION_CODE, payload: { sub: user.sub }, dedupeKey: user.sub });
    return true;
  }
}

export const addressesOf = ({ emailId, mobileNumber }: User): Addresses => ({ email: emailId, mobile: mobileNumber });

/** Sends new codes to users whose code was lost, has expired, or was tried too often. */
@Injectable()
export class ActivationMailService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly codes: ActivationCodes,
    private readonly consequences: StatusConsequences,
  ) {}

  /** A code set by the portal is void at once; one that was sent, once the new one is on its way. */
  resend(tenant: Tenant, userId: string): Promise<void> {
    return this.uow.run(async (tx) => {
      const user = await this.users.lock(tx, tenant, userId);
      if (!user) throw UserErrors.notFound(`There is no user ${userId}`);
      if (!allows(user.status, 'activate')) {
        throw UserErrors.nothingToActivate(`The user is ${user.status}`);
      }
      if (await this.codes.isPredefined(tx, user.sub)) await this.codes.drop(tx, user.sub);
      if (!this.consequences.send(tx, user)) throw UserErrors.unreachable();
      tx.pending.audit.push({ kind: 'users.activation-code-requested', tenant, subject: user.sub });
    });
  }
}

const SCOPE = Tenant.all('the job names the user by sub');

interface Letter {
  readonly user: User;
  readonly message: Message;
}

/** Creates a code and sends it. A failed try leaves a code that nobody knows, and the next try replaces it. */
@Injectable()
@HandlesJob(SEND_ACTIVATION_CODE, { concurrency: 4 })
export class SendActivationCode extends JobHandler<{ sub: string }> {
  readonly #log = new Logger(SendActivationCode.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly codes: ActivationCodes,
    private readonly enterprises: Enterprises,
    private readonly sender: MessageSender,
    private readonly audit: AuditLog,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async perform({ sub }: { sub: string }): Promise<void> {
    const letter = await this.uow.run((tx) => this.#write(tx, sub));
    if (letter) await this.#send(letter);
  }

  /** Returns undefined when the user is no longer to be activated, has no address, or has a code set by the portal. */
  async #write(tx: Tx, sub: string): Promise<Letter | undefined> {
    const user = await this.users.lockBySub(tx, SCOPE, sub);
    if (!user || !allows(user.status, 'activate') || !this.sender.canReach(addressesOf(user))) return undefined;
    if (await this.codes.isPredefined(tx, sub)) return undefined;
    const code = await this.codes.issue(tx, sub);
    tx.pending.audit.push({ kind: 'users.activation-code-issued', tenant: user.tenant, subject: sub });
    const { language, firstName } = user;
    const enterprise = (await this.enterprises.find(user.enterpriseId))?.name ?? user.enterpriseId;
    const mail = activationMail({ code, language, firstName, enterprise, brand: this.config.brandName });
    return { user, message: { to: addressesOf(user), purpose: 'users/activation-code', ...mail } };
  }

  async #send({ user: { sub, tenant }, message }: Letter): Promise<void> {
    try {
      await this.sender.send(message);
    } catch (error) {
      if (!(error instanceof Undeliverable)) throw error;
      this.#log.warn({ sub, err: error }, 'An activation code cannot be delivered');
      await this.audit.record({ kind: 'users.activation-code-sent', outcome: 'refused', tenant, subject: sub });
    }
  }
}
