import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { AuditLog } from '../../audit/contract/index.js';
import { HandlesJob, JobHandler } from '../../shared/jobs/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { Brands } from '../../shared/pages/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { grouped } from '../activation/activation-code.js';
import { DEFAULT_LANGUAGE, type Message, MessageSender, Undeliverable } from '../contract/message-sender.port.js';
import { type Letter, letter } from '../mail/letter.js';
import { letterLanguage } from '../mail/letter.words.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { type Asked, CodesByMail, SEND_MAILED_CODE } from './codes-by-mail.service.js';
import { CODE_MINUTES, codeWords } from './mailed-code.words.js';

const SCOPE = Tenant.all('the job names the user by sub');

interface Issued {
  readonly user: User;
  readonly code: string;
}

/** Creates a code and mails it. If sending fails, the code is lost, and the retry creates a new one. */
@Injectable()
@HandlesJob(SEND_MAILED_CODE, { concurrency: 4 })
export class SendMailedCode extends JobHandler<Asked> {
  readonly #log = new Logger(SendMailedCode.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly codes: CodesByMail,
    private readonly brands: Brands,
    private readonly sender: MessageSender,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async perform({ sub, boundTo }: Asked): Promise<void> {
    const user = sub === null ? undefined : await this.users.findBySub(SCOPE, sub);
    if (!user) return;
    try {
      await this.sender.writeAndSend(user.enterpriseId, () => this.#write(user.sub, boundTo));
    } catch (error) {
      if (!(error instanceof Undeliverable)) throw error;
      this.#log.warn({ sub, err: error }, 'A code cannot be delivered');
      const { tenant } = user;
      await this.audit.record({ kind: 'users.mailed-code-sent', outcome: 'refused', tenant, subject: user.sub });
    }
  }

  async #write(sub: string, boundTo: string): Promise<Message | undefined> {
    const issued = await this.uow.run((tx) => this.#issue(tx, sub, boundTo));
    if (!issued) return undefined;
    const { emailId: email, enterpriseId } = issued.user;
    const to = { email, mobile: null };
    return { to, enterpriseId, purpose: 'users/recovery-code', ...(await this.#letter(issued)) };
  }

  /**
   * Creates the code. Does nothing for a day after an operator has changed the user's contact data,
   * because the operator may have entered an address of their own.
   */
  async #issue(tx: Tx, sub: string, boundTo: string): Promise<Issued | undefined> {
    const user = await this.users.lockBySub(tx, SCOPE, sub);
    const isHeld = user?.codesHeldUntil != null && user.codesHeldUntil > this.clock.now();
    if (user?.status !== 'ACTIVE' || user.emailId === null || isHeld) return undefined;
    if (!(await this.sender.canReach({ email: user.emailId, mobile: null }, user.enterpriseId))) return undefined;
    const code = await this.codes.issue(tx, sub, user.emailId, boundTo);
    tx.pending.audit.push({ kind: 'users.mailed-code-issued', tenant: user.tenant, subject: sub });
    return { user, code };
  }

  async #letter({ user: { language: tag, firstName, enterpriseId }, code }: Issued): Promise<Letter> {
    const language = letterLanguage(tag ?? DEFAULT_LANGUAGE);
    const { name: enterprise } = await this.brands.of(enterpriseId);
    const { subject, purpose, use, caution, unexpected } = codeWords[language];
    const facts = { language, firstName, enterprise, brand: this.config.brandName };
    const after = [() => use(CODE_MINUTES), caution, unexpected];
    return letter(facts, { subject, before: [purpose], code: grouped(code), after });
  }
}
