import { Injectable } from '@nestjs/common';
import { DomainError } from '../../shared/kernel/errors.js';
import type { Tenant } from '../../shared/kernel/tenant.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { BlindIndex } from '../../shared/security/sealing/blind-index.js';
import { UserActivation, UserDirectory, UserErrors, type Activation, type UserCard } from '../../users/contract.js';
import { ActivationStore } from './activation.store.js';
import { AddressLimit } from './attempts/address-limit.service.js';
import { PasswordChoice } from './password-choice.service.js';
import { PasswordLogin } from './password-login.service.js';
import { PasswordHasher } from './passwords/password-hasher.service.js';
import { PasswordStore } from './passwords/password.store.js';
import type { PasswordFault } from './passwords/password-text.js';

export interface ActivationForm {
  readonly tenant: Tenant;
  readonly login: string;
  readonly code: string;
  readonly password: string;
  readonly marks: string | undefined;
}

export type ActivationOutcome =
  { readonly user: UserCard } | { readonly passwordFault: PasswordFault } | { readonly refused: true };

const PURPOSE = 'auth/activation';

/**
 * A first password, by the code that the user was sent. Users and credentials are two contexts, each with a transaction
 * of its own: the password is kept as pending first, made live last, and under an id that the same code always leads to.
 * Whoever repeats the form after a crash between the two finds it all done.
 */
@Injectable()
export class ActivateByCode {
  constructor(
    private readonly addresses: AddressLimit,
    private readonly choice: PasswordChoice,
    private readonly hasher: PasswordHasher,
    private readonly activations: ActivationStore,
    private readonly passwords: PasswordStore,
    private readonly userActivation: UserActivation,
    private readonly users: UserDirectory,
    private readonly login: PasswordLogin,
    private readonly index: BlindIndex,
    private readonly uow: UnitOfWork,
  ) {}

  async activate(form: ActivationForm): Promise<ActivationOutcome> {
    this.addresses.take();
    const passwordFault = await this.choice.faultOf(form.password, [form.login]);
    if (passwordFault) return { passwordFault };
    const credentialId = this.#idOf(form);
    await this.activations.keepPending(credentialId, await this.hasher.hash(form.password));
    const activation = await this.#redeem(form, credentialId);
    const user = activation && (await this.users.find(activation.ref.sub));
    return user ? this.#finish(form, credentialId, user) : REFUSED;
  }

  async #redeem({ tenant, login, code }: ActivationForm, credentialId: string): Promise<Activation | undefined> {
    try {
      return await this.userActivation.activate({ tenant, login, code, credentialId });
    } catch (error) {
      if (error instanceof DomainError && error.kind === UserErrors.wrongCode) return undefined;
      throw error;
    }
  }

  /** Only now may an answer depend on who the user is: a password with their own name is refused, and chosen again. */
  async #finish(form: ActivationForm, credentialId: string, user: UserCard): Promise<ActivationOutcome> {
    const passwordFault = await this.choice.faultFor(form.password, user);
    if (passwordFault) return { passwordFault };
    if (await this.#makeLive(credentialId, form, user)) return { user };
    const repeated = await this.login.attempt(form);
    return repeated ? { user: repeated } : REFUSED;
  }

  #makeLive(credentialId: string, { tenant }: ActivationForm, { ref: { sub } }: UserCard): Promise<boolean> {
    return this.uow.run(async (tx) => {
      const hash = await this.activations.makeLive(tx, credentialId, sub);
      if (hash === undefined) return false;
      await this.passwords.set(tx, sub, hash);
      tx.pending.audit.push({ kind: 'auth.password-set', tenant, subject: sub, details: { by: 'activation' } });
      return true;
    });
  }

  /** However the code is written: typed again in other letters it is the same activation. */
  #idOf({ tenant, login, code }: ActivationForm): string {
    const letters = code.toUpperCase().replace(/[\s-]/g, '');
    return this.index.hash(JSON.stringify([tenant.enterpriseId, tenant.test, login, letters]), PURPOSE);
  }
}

const REFUSED = { refused: true } as const;
