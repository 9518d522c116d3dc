import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { AuditLog } from '../../audit/contract/index.js';
import { HandlesJob, JobHandler } from '../../shared/jobs/index.js';
import { Tenant } from '../../shared/kernel/index.js';
import { Brands } from '../../shared/pages/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { activationMail } from './activation-mail.words.js';
import { allows } from '../user/user-status.js';
import type { User } from '../user/user.entity.js';
import {
  type Addresses,
  DEFAULT_LANGUAGE,
  type Message,
  MessageSender,
  Undeliverable,
} from '../contract/message-sender.port.js';
import { ActivationCodes } from './activation-codes.service.js';
import { UserRepository } from '../user/user.repository.js';

/** The job that creates a code and sends it. The code itself is never stored, so each retry creates a new one. */
export const SEND_ACTIVATION_CODE = 'users/send-activation-code';

export const addressesOf = ({ emailId, mobileNumber }: User): Addresses => ({ email: emailId, mobile: mobileNumber });

type Payload = { readonly sub: string; readonly heldUntil?: string | null };

/**
 * The payload contains the user's current `codesHeldUntil`, which changes whenever an operator changes the contact
 * data. If it has changed when the job runs, the job sends no code, because the code was requested for the earlier
 * contact data.
 */
export const payloadOf = ({ sub, codesHeldUntil }: User): Payload => ({
  sub,
  heldUntil: codesHeldUntil?.toISOString() ?? null,
});

const SCOPE = Tenant.all('the job names the user by sub');

/** Creates a code and sends it. If sending fails, the code is lost, and the retry replaces it. */
@Injectable()
@HandlesJob(SEND_ACTIVATION_CODE, { concurrency: 4 })
export class SendActivationCode extends JobHandler<Payload> {
  readonly #log = new Logger(SendActivationCode.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly codes: ActivationCodes,
    private readonly brands: Brands,
    private readonly sender: MessageSender,
    private readonly audit: AuditLog,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async perform(asked: Payload): Promise<void> {
    const user = await this.users.findBySub(SCOPE, asked.sub);
    if (!user) return;
    const { sub, tenant, enterpriseId } = user;
    try {
      await this.sender.writeAndSend(enterpriseId, () => this.uow.run((tx) => this.#write(tx, asked)));
    } catch (error) {
      if (!(error instanceof Undeliverable)) throw error;
      this.#log.warn({ sub, err: error }, 'An activation code cannot be delivered');
      await this.audit.record({ kind: 'users.activation-code-sent', outcome: 'refused', tenant, subject: sub });
    }
  }

  /**
   * Creates the code and its message. Returns undefined if the user cannot be activated now, cannot be reached, has a
   * code set by the portal, or if an operator has changed the contact data since the request.
   */
  async #write(tx: Tx, { sub, heldUntil = null }: Payload): Promise<Message | undefined> {
    const user = await this.users.lockBySub(tx, SCOPE, sub);
    if (!user || !allows(user.status, 'activate')) return undefined;
    if (!(await this.sender.canReach(addressesOf(user), user.enterpriseId))) return undefined;
    if (await this.codes.isPredefined(tx, sub)) return undefined;
    if (user.codesHeldUntil !== null && payloadOf(user).heldUntil !== heldUntil) return undefined;
    const mailedTo = await this.sender.mailedTo(addressesOf(user), user.enterpriseId);
    const code = await this.codes.issue(tx, sub, mailedTo);
    tx.pending.audit.push({ kind: 'users.activation-code-issued', tenant: user.tenant, subject: sub });
    const { firstName } = user;
    const language = user.language ?? DEFAULT_LANGUAGE;
    const { name: enterprise } = await this.brands.of(user.enterpriseId);
    const mail = activationMail({ code, language, firstName, enterprise, brand: this.config.brandName });
    return { to: addressesOf(user), purpose: 'users/activation-code', enterpriseId: user.enterpriseId, ...mail };
  }
}
