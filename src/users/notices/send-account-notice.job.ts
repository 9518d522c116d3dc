import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { HandlesJob, JobHandler } from '../../shared/jobs/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { Brands } from '../../shared/pages/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import { BlindIndex } from '../../shared/security/index.js';
import { grouped } from '../activation/activation-code.js';
import {
  type AccountNotice,
  AccountNotices,
  stopCodeOf,
  type ToldReplacement,
} from '../contract/account-notices.port.js';
import { DEFAULT_LANGUAGE, MessageSender, Undeliverable } from '../contract/message-sender.port.js';
import { letter } from '../mail/letter.js';
import { letterLanguage } from '../mail/letter.words.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { noticeLetter } from './account-notice.words.js';
import { replacementLetter } from './replacement-letter.words.js';

const SEND_ACCOUNT_NOTICE = 'users/send-account-notice';
const SCOPE = Tenant.all('the job names the user by sub');

type Payload = {
  readonly sub: string;
  readonly notice: AccountNotice | 'factorLost';
  /** The replacement of a second factor that the mail announces. The code that stops it is derived from `id`. */
  readonly replacement?: { readonly id: string; readonly readyAt: string };
  /** The time (ISO 8601) of the event that the mail reports. */
  readonly at: string;
  /**
   * The address to use if the mail must go to the address that the user had at the time of the event. If absent, the
   * mail goes to the address on record at the time of sending.
   */
  readonly to?: string;
};

/** Schedules mails that notify users of events, each in the transaction of its event. */
@Injectable()
export class AskedNotices extends AccountNotices {
  constructor(private readonly clock: Clock) {
    super();
  }

  tell(tx: Tx, sub: string, notice: AccountNotice, to?: string): void {
    const payload: Payload = { sub, notice, at: this.clock.now().toISOString(), ...(to !== undefined && { to }) };
    tx.pending.jobs.push({ kind: SEND_ACCOUNT_NOTICE, payload });
  }

  tellOfReplacement(tx: Tx, sub: string, { id, readyAt }: ToldReplacement): void {
    const at = this.clock.now().toISOString();
    const replacement = { id, readyAt: readyAt.toISOString() };
    const payload: Payload = { sub, notice: 'factorLost', at, replacement };
    tx.pending.jobs.push({ kind: SEND_ACCOUNT_NOTICE, payload });
  }
}

/** Mails a notice in the user's language. Does nothing if the user has been erased in the meantime. */
@Injectable()
@HandlesJob(SEND_ACCOUNT_NOTICE, { concurrency: 4 })
export class SendAccountNotice extends JobHandler<Payload> {
  readonly #log = new Logger(SendAccountNotice.name);

  constructor(
    private readonly users: UserRepository,
    private readonly brands: Brands,
    private readonly sender: MessageSender,
    private readonly index: BlindIndex,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async perform(payload: Payload): Promise<void> {
    const { sub, to } = payload;
    const user = await this.users.findBySub(SCOPE, sub);
    if (!user || user.erasedAt) return;
    const addresses = { email: to ?? user.emailId, mobile: null };
    if (!(await this.sender.canReach(addresses, user.enterpriseId))) return;
    try {
      await this.sender.send({
        to: addresses,
        purpose: 'users/account-notice',
        enterpriseId: user.enterpriseId,
        ...(await this.#write(user, payload)),
      });
    } catch (error) {
      if (!(error instanceof Undeliverable)) throw error;
      this.#log.warn({ sub, err: error }, 'A notice cannot be delivered');
    }
  }

  async #write({ language: tag, firstName, enterpriseId }: User, { notice, at, replacement }: Payload) {
    const language = letterLanguage(tag ?? DEFAULT_LANGUAGE);
    const { name: enterprise } = await this.brands.of(enterpriseId);
    const facts = { language, firstName, enterprise, brand: this.config.brandName };
    if (notice !== 'factorLost') return letter(facts, noticeLetter(language, notice, new Date(at)));
    const { id = '', readyAt = at } = replacement ?? {};
    const replacementFacts = { code: grouped(stopCodeOf(this.index, id)), readyAt: new Date(readyAt) };
    return letter(facts, replacementLetter(language, replacementFacts));
  }
}
