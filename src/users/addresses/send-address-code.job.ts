import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { AuditLog } from '../../audit/contract/index.js';
import { HandlesJob, JobHandler } from '../../shared/jobs/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { Brands } from '../../shared/pages/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { grouped } from '../activation/activation-code.js';
import { DEFAULT_LANGUAGE, type Message, MessageSender, Undeliverable } from '../contract/message-sender.port.js';
import { type Letter, letter } from '../mail/letter.js';
import { letterLanguage } from '../mail/letter.words.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { AddressChangeRepository } from './address-change.repository.js';
import { AddressChanges, SEND_ADDRESS_CODE } from './address-changes.service.js';
import { confirmLetter, undoLetter } from './address-letter.words.js';

const SCOPE = Tenant.all('the job names the change');

interface Issued {
  readonly user: User;
  readonly to: string;
  readonly isUndo: boolean;
  readonly code: string;
}

/**
 * Mails the code that confirms a change to the new address or, after the change, the code that undoes it to the old
 * one. If sending fails, the code is lost, and the retry creates a new one.
 */
@Injectable()
@HandlesJob(SEND_ADDRESS_CODE, { concurrency: 4 })
export class SendAddressCode extends JobHandler<{ readonly id: string }> {
  readonly #log = new Logger(SendAddressCode.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly rows: AddressChangeRepository,
    private readonly changes: AddressChanges,
    private readonly brands: Brands,
    private readonly sender: MessageSender,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async perform({ id }: { readonly id: string }): Promise<void> {
    const change = await this.rows.find(id);
    const user = change && (await this.users.findBySub(SCOPE, change.sub));
    if (!user) return;
    try {
      await this.sender.writeAndSend(user.enterpriseId, () => this.#write(id));
    } catch (error) {
      if (!(error instanceof Undeliverable)) throw error;
      this.#log.warn({ sub: user.sub, err: error }, 'A code for an address cannot be delivered');
      const { sub: subject, tenant } = user;
      await this.audit.record({ kind: 'users.address-code-sent', outcome: 'refused', tenant, subject });
    }
  }

  async #write(id: string): Promise<Message | undefined> {
    const issued = await this.#issue(id);
    if (!issued) return undefined;
    const { user, to: email, isUndo } = issued;
    const purpose = isUndo ? 'users/address-undo-code' : 'users/address-code';
    const to = { email, mobile: null };
    return { to, enterpriseId: user.enterpriseId, purpose, ...(await this.#letter(issued)) };
  }

  #issue(id: string): Promise<Issued | undefined> {
    return this.uow.run(async (tx) => {
      const change = await this.rows.lock(tx, id);
      const user = change && (await this.users.findBySub(SCOPE, change.sub));
      if (!user || user.erasedAt || change.state === 'UNDONE' || change.endsAt <= this.clock.now()) return undefined;
      const isUndo = change.state === 'CHANGED';
      const to = isUndo ? change.fromEmail : change.toEmail;
      if (to === null) return undefined;
      if (!(await this.sender.canReach({ email: to, mobile: null }, user.enterpriseId))) return undefined;
      return { user, to, isUndo, code: await this.changes.issue(tx, change) };
    });
  }

  async #letter({ user, isUndo, code }: Issued): Promise<Letter> {
    const language = letterLanguage(user.language ?? DEFAULT_LANGUAGE);
    const { name: enterprise } = await this.brands.of(user.enterpriseId);
    const facts = { language, firstName: user.firstName, enterprise, brand: this.config.brandName };
    return letter(facts, { ...(isUndo ? undoLetter : confirmLetter)(language), code: grouped(code) });
  }
}
