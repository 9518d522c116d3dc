import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { HandlesJob, JobHandler } from '../../shared/jobs/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { Brands } from '../../shared/pages/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import { type AccountNotice, AccountNotices } from '../contract/account-notices.port.js';
import { DEFAULT_LANGUAGE } from '../contract/default-language.js';
import { MessageSender, Undeliverable } from '../contract/message-sender.port.js';
import { letter } from '../mail/letter.js';
import { letterLanguage } from '../mail/letter.words.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { noticeLetter } from './account-notice.words.js';

const SEND_ACCOUNT_NOTICE = 'users/send-account-notice';
const SCOPE = Tenant.all('the job names the user by sub');

type Payload = {
  readonly sub: string;
  readonly notice: AccountNotice;
  /** ISO 8601. */
  readonly at: string;
  /** The address that the user had then; without it, the one that is known when the mail is sent. */
  readonly to?: string;
};

/** Asks for the mail in the transaction of what it tells. */
@Injectable()
export class AskedNotices extends AccountNotices {
  constructor(private readonly clock: Clock) {
    super();
  }

  tell(tx: Tx, sub: string, notice: AccountNotice, to?: string): void {
    const payload: Payload = { sub, notice, at: this.clock.now().toISOString(), ...(to !== undefined && { to }) };
    tx.pending.jobs.push({ kind: SEND_ACCOUNT_NOTICE, payload });
  }
}

/** Writes the mail in the user's language. Nobody is written to who was erased meanwhile. */
@Injectable()
@HandlesJob(SEND_ACCOUNT_NOTICE, { concurrency: 4 })
export class SendAccountNotice extends JobHandler<Payload> {
  readonly #log = new Logger(SendAccountNotice.name);

  constructor(
    private readonly users: UserRepository,
    private readonly brands: Brands,
    private readonly sender: MessageSender,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async perform({ sub, notice, at, to }: Payload): Promise<void> {
    const user = await this.users.findBySub(SCOPE, sub);
    if (!user || user.erasedAt) return;
    const addresses = { email: to ?? user.emailId, mobile: null };
    if (!this.sender.canReach(addresses)) return;
    try {
      await this.sender.send({
        to: addresses,
        purpose: 'users/account-notice',
        enterpriseId: user.enterpriseId,
        ...(await this.#write(user, notice, at)),
      });
    } catch (error) {
      if (!(error instanceof Undeliverable)) throw error;
      this.#log.warn({ sub, err: error }, 'A notice cannot be delivered');
    }
  }

  async #write({ language: tag, firstName, enterpriseId }: User, notice: AccountNotice, at: string) {
    const language = letterLanguage(tag ?? DEFAULT_LANGUAGE);
    const { name: enterprise } = await this.brands.of(enterpriseId);
    const facts = { language, firstName, enterprise, brand: this.config.brandName };
    return letter(facts, noticeLetter(language, notice, new Date(at)));
  }
}
