import { Injectable } from '@nestjs/common';
import { email } from '../../shared/fields/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { BlindIndex } from '../../shared/security/index.js';
import { asTyped, newActivationCode } from '../activation/activation-code.js';
import {
  type AddressAsked,
  type AddressConfirmed,
  type AddressState,
  type AskedAddress,
  MailAddresses,
} from '../contract/mail-addresses.port.js';
import { Enterprises, OPERATORS_ENTERPRISE } from '../contract/ports.js';
import { MessageSender } from '../contract/message-sender.port.js';
import { AddressChangeUndone, type UserRef } from '../contract/users.events.js';
import { AskedNotices } from '../notices/send-account-notice.job.js';
import type { User } from '../user/user.entity.js';
import { NO_SUB, UserRepository } from '../user/user.repository.js';
import { AddressChange, NO_ADDRESS } from './address-change.entity.js';
import { AddressChangeRepository } from './address-change.repository.js';
import { AddressLimits } from './address-limits.service.js';

const PURPOSE = 'users/address-change';
const SCOPE = Tenant.all('the caller knows the user by sub');

export const SEND_ADDRESS_CODE = 'users/send-address-code';

@Injectable()
export class AddressChanges extends MailAddresses {
  readonly #decoy: string;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly changes: AddressChangeRepository,
    private readonly enterprises: Enterprises,
    private readonly limits: AddressLimits,
    private readonly sender: MessageSender,
    private readonly notices: AskedNotices,
    private readonly index: BlindIndex,
    private readonly clock: Clock,
  ) {
    super();
    this.#decoy = index.hash(newActivationCode(), PURPOSE);
  }

  async stateOf(sub: string, boundTo: string): Promise<AddressState | undefined> {
    const user = await this.users.findBySub(SCOPE, sub);
    if (!user || user.enterpriseId === OPERATORS_ENTERPRISE) return undefined;
    if (!(await this.sender.canReach(ANYBODY, user.enterpriseId))) return undefined;
    const asked = await this.changes.asked(sub);
    const isWaiting = asked?.boundTo === boundTo && asked.endsAt > this.clock.now();
    return {
      emailId: user.emailId,
      verified: user.emailVerified,
      mayChange: await this.#mayChange(user),
      waiting: isWaiting ? asked.toEmail : undefined,
    };
  }

  async ask({ sub, address, boundTo }: AskedAddress): Promise<AddressAsked> {
    if (!isEmail(address)) return 'notAnAddress';
    const user = await this.users.findBySub(SCOPE, sub);
    if (!user || user.enterpriseId === OPERATORS_ENTERPRISE) return 'notAllowed';
    if (address !== user.emailId && !(await this.#mayChange(user))) return 'notAllowed';
    if (!(await this.limits.admits({ sub, enterpriseId: user.enterpriseId, address }))) return 'tooMany';
    await this.uow.run(async (tx) => {
      await this.users.lockBySub(tx, SCOPE, sub);
      await this.changes.forgetAsked(tx, sub);
      const change = AddressChange.ask(sub, address, boundTo, this.clock.now());
      await tx.add(change);
      this.#mail(tx, change);
      tx.pending.audit.push({ kind: 'users.address-code-asked', tenant: user.tenant, subject: sub });
    });
    return 'asked';
  }

  confirm({ sub, boundTo, code }: Parameters<MailAddresses['confirm']>[0]): Promise<AddressConfirmed | undefined> {
    return this.uow.run(async (tx) => {
      const user = await this.users.lockBySub(tx, SCOPE, sub);
      const change = await this.changes.lockAsked(tx, sub);
      if (!user || !change || change.boundTo !== boundTo || user.status !== 'ACTIVE') return undefined;
      const now = this.clock.now();
      if (!change.mayTry(now)) return undefined;
      const right = this.#fits(change, code);
      if (right) return this.#change(tx, user, change, now);
      change.wrongTries += 1;
      await tx.save(change);
      return undefined;
    });
  }

  async #change(tx: Tx, user: User, change: AddressChange, now: Date): Promise<AddressConfirmed> {
    const { emailId: before, emailVerified: wasVerified, sub, tenant } = user;
    const isOther = before !== change.toEmail;
    user.proveNewAddress(change.toEmail, now);
    await this.users.save(tx, user);
    tx.pending.audit.push({
      kind: isOther ? 'users.address-changed' : 'users.address-verified',
      tenant,
      subject: sub,
      details: isOther ? { by: 'user', undoable: wasVerified } : {},
    });
    if (isOther && before !== null && !wasVerified) this.notices.tell(tx, sub, 'addressChanged', before);
    if (!isOther || !wasVerified) {
      await this.changes.forgetAsked(tx, sub);
      return { undoUntil: undefined };
    }
    change.confirm(true, before, now);
    await tx.save(change);
    this.#mail(tx, change);
    return { undoUntil: change.endsAt };
  }

  /**
   * Records that an operator has changed or removed the address, and mails a code that undoes this. The code goes to
   * the previous address if that was verified. Otherwise, if an earlier change can still be undone, it goes to the
   * address from before that change. So an operator cannot take this possibility from the user by changing the address
   * twice.
   */
  async impose(tx: Tx, user: User, before: Pick<User, 'emailId' | 'emailVerified'>): Promise<void> {
    const now = this.clock.now();
    const from = before.emailVerified ? before.emailId : await this.#undoneFrom(tx, user.sub, before.emailId, now);
    if (from === null || from === user.emailId) return;
    const change = AddressChange.impose(user.sub, from, user.emailId ?? NO_ADDRESS, now);
    await tx.add(change);
    this.#mail(tx, change);
  }

  /**
   * Finds the change that set the given address, if it can still be undone. Returns the address before this change, or
   * null.
   */
  async #undoneFrom(tx: Tx, sub: string, emailId: string | null, now: Date): Promise<string | null> {
    const newest = (await this.changes.undoable(tx, sub, now)).at(-1);
    return newest?.toEmail === (emailId ?? NO_ADDRESS) ? newest.fromEmail : null;
  }

  async undo(tenant: Tenant, login: string, code: string): Promise<UserRef | undefined> {
    const sub = (await this.users.findByLogin(tenant, login))?.ref.sub ?? NO_SUB;
    return this.uow.run(async (tx) => {
      const user = await this.users.lockBySub(tx, SCOPE, sub);
      const changes = await this.changes.undoable(tx, sub, this.clock.now());
      const at = changes.findIndex((change) => this.#fits(change, code));
      if (changes.length === 0) this.index.matches(this.#decoy, asTyped(code), PURPOSE);
      const undone = changes[at];
      // Nothing is undone if the enterprise has set another address after the newest of these changes.
      const holds = undone !== undefined && changes.at(-1)?.toEmail === (user?.emailId ?? NO_ADDRESS);
      if (!user || !holds || undone.fromEmail === null || CLOSED.has(user.status)) return undefined;
      return this.#undo(tx, user, undone.fromEmail, changes.slice(at));
    });
  }

  /**
   * Undoes the first of the given changes and all later ones, which means that the user's address is `address` again.
   * An attacker may have changed the address several times.
   */
  async #undo(tx: Tx, user: User, address: string, changes: readonly AddressChange[]): Promise<UserRef> {
    const now = this.clock.now();
    const replaced = user.emailId;
    user.proveNewAddress(address, now);
    for (const { id } of changes) {
      const change = await this.changes.lock(tx, id);
      change?.undo(true, now);
      if (change) await tx.save(change);
    }
    await this.changes.forgetAsked(tx, user.sub);
    tx.record(new AddressChangeUndone(user.ref));
    await this.users.save(tx, user);
    for (const to of new Set([address, replaced]))
      if (to !== null) this.notices.tell(tx, user.sub, 'addressRestored', to);
    tx.pending.audit.push({ kind: 'users.address-restored', tenant: user.tenant, subject: user.sub });
    return user.ref;
  }

  /** Creates a code and voids any earlier one. The code exists only in the returned value; only its hash is stored. */
  async issue(tx: Tx, change: AddressChange): Promise<string> {
    const code = newActivationCode();
    change.codeHash = this.index.hash(covered(change, code), PURPOSE);
    change.wrongTries = 0;
    await tx.save(change);
    return code;
  }

  /**
   * Schedules the job that creates the code and mails it. The payload contains no code, so no code is stored in clear
   * text.
   */
  #mail(tx: Tx, { id }: AddressChange): void {
    tx.pending.jobs.push({ kind: SEND_ADDRESS_CODE, payload: { id } });
  }

  #fits(change: AddressChange, code: string): boolean {
    return this.index.matches(change.codeHash ?? this.#decoy, covered(change, asTyped(code)), PURPOSE);
  }

  async #mayChange({ enterpriseId }: User): Promise<boolean> {
    return (await this.enterprises.find(enterpriseId))?.signIn.emailChange ?? false;
  }
}

const ANYBODY = { email: 'somebody', mobile: null };
const ADDRESS = email();
const isEmail = (address: string): boolean => ADDRESS.faults(address).length === 0;
const CLOSED: ReadonlySet<string> = new Set(['BLOCKED', 'DELETED']);

/** Serializes the values that the keyed hash of a code covers, so that the code is valid for no other change. */
const covered = ({ id, sub, state, fromEmail, toEmail, boundTo, endsAt }: AddressChange, code: string): string =>
  JSON.stringify([id, sub, state, fromEmail, toEmail, boundTo, endsAt.getTime(), code]);
