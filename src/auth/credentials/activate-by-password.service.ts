import { Injectable } from '@nestjs/common';
import type { Tx } from '../../shared/persistence/tx.js';
import type { UserCard } from '../../users/contract.js';
import { ActivateByCode, type ActivationCode } from './activate-by-code.service.js';
import { AddressLimit } from './attempts/address-limit.service.js';
import { PasswordChoice } from './password-choice.service.js';
import { PasswordLogin } from './password-login.service.js';
import { PasswordHasher } from './passwords/password-hasher.service.js';
import { PasswordStore } from './passwords/password.store.js';
import type { PasswordFault } from './passwords/password-text.js';

export interface PasswordForm extends ActivationCode {
  readonly password: string;
  readonly marks: string | undefined;
}

export type PasswordActivation =
  { readonly user: UserCard } | { readonly passwordFault: PasswordFault } | { readonly refused: true };

/** A first password. */
@Injectable()
export class ActivateByPassword {
  constructor(
    private readonly activation: ActivateByCode,
    private readonly addresses: AddressLimit,
    private readonly choice: PasswordChoice,
    private readonly hasher: PasswordHasher,
    private readonly passwords: PasswordStore,
    private readonly login: PasswordLogin,
  ) {}

  async activate(form: PasswordForm): Promise<PasswordActivation> {
    this.addresses.take();
    const passwordFault = await this.choice.faultOf(form.password, [form.login]);
    if (passwordFault) return { passwordFault };
    const passwordHash = await this.hasher.hash(form.password);
    await this.activation.keepPending(form, { passwordHash });
    const user = await this.activation.redeem(form);
    return user ? this.#finish(form, passwordHash, user) : REFUSED;
  }

  /** Only now may an answer depend on who the user is: a password with their own name is refused, and chosen again. */
  async #finish(form: PasswordForm, passwordHash: string, user: UserCard): Promise<PasswordActivation> {
    const passwordFault = await this.choice.faultFor(form.password, user);
    if (passwordFault) return { passwordFault };
    const install = (tx: Tx) => this.#install(tx, form, user, passwordHash);
    if (await this.activation.makeLive(form, user, { passwordHash }, install)) return { user };
    const repeated = await this.login.attempt(form);
    return repeated ? { user: repeated } : REFUSED;
  }

  async #install(tx: Tx, { tenant }: PasswordForm, { ref: { sub } }: UserCard, hash: string): Promise<true> {
    await this.passwords.set(tx, sub, hash);
    tx.pending.audit.push({ kind: 'auth.password-set', tenant, subject: sub, details: { by: 'activation' } });
    return true;
  }
}

const REFUSED = { refused: true } as const;
