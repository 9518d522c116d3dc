import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { AuditLog } from '../../shared/audit/audit-log.js';
import { HandlesJob } from '../../shared/events/jobs/handles-job.decorator.js';
import { JobHandler } from '../../shared/events/jobs/job-handler.js';
import { Tenant } from '../../shared/kernel/tenant.js';
import type { Tx } from '../../shared/persistence/tx.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { activationMail } from '../domain/activation-mail.js';
import { allows } from '../domain/user-status.js';
import { Enterprises } from '../enterprises.js';
import type { User } from '../entities/user.entity.js';
import { MessageSender, Undeliverable, type Message } from '../message-sender.js';
import { ActivationCodes } from './activation-codes.service.js';
import { SEND_ACTIVATION_CODE } from './activation-messages.js';
import { addressesOf } from './status-consequences.service.js';
import { UserRepository } from './user.repository.js';

const SCOPE = Tenant.all('the job names the user by sub');

interface Letter {
  readonly user: User;
  readonly message: Message;
}

/** Makes a code and sends it. A failed try has left a code that nobody knows: the next one replaces it. */
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

  /** Nothing, when by now there is nothing to activate, nowhere to send to, or a code that the portal has set. */
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
