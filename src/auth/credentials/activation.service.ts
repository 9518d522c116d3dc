import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock, DomainError, type Tenant } from '../../shared/kernel/index.js';
import { Database, type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { Activation, type KeptPasskey } from './activation.entity.js';
import type { MadePasskey } from './passkeys/passkey.entity.js';
import { BlindIndex } from '../../shared/security/index.js';
import { UserActivation, UserDirectory, UserErrors, type UserCard } from '../../users/contract/index.js';
import { AddressLimit } from './tries/login-tries.service.js';
import { RefusalTimer } from './tries/refusal-timer.js';
import { PasswordChoice } from './password-change.service.js';
import { PasswordLogin } from './password-login.service.js';
import { PasswordHasher } from './passwords/password-hasher.service.js';
import { PasswordStore } from './passwords/password.store.js';
import type { PasswordFault } from './passwords/password-strength.service.js';

/** The credential that an activation makes usable: a password hash or a passkey. */
export type PendingCredential = { readonly passwordHash: string } | { readonly passkey: MadePasskey };

/** Stores credentials that wait for an activation, and records those that are live. */
@Injectable()
export class ActivationStore {
  constructor(
    @InjectRepository(Activation) private readonly rows: Repository<Activation>,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a pending credential. It replaces an earlier pending one, because users may choose a different credential
   * after a problem. A live credential is not replaced.
   */
  async keepPending(credentialId: string, credential: PendingCredential): Promise<void> {
    const hash = 'passwordHash' in credential ? credential.passwordHash : null;
    const passkey = 'passkey' in credential ? asJson(credential.passkey) : null;
    await this.db.rows(KEEP, [credentialId, hash, passkey, this.clock.now()]);
  }

  /** The activation's pending passkey, if it has this id. */
  async pendingPasskey(credentialId: string, passkeyId: string): Promise<MadePasskey | undefined> {
    const kept = (await this.rows.findOneBy({ credentialId }))?.passkey;
    if (kept?.credentialId !== passkeyId) return undefined;
    return { ...kept, publicKey: new Uint8Array(Buffer.from(kept.publicKey, 'base64url')) };
  }

  /** Locks and returns the activation. Returns undefined if its pending credential is not the given one. */
  async lockPending(tx: Tx, credentialId: string, credential: PendingCredential): Promise<Activation | undefined> {
    const mark = 'passkey' in credential ? credential.passkey.credentialId : credential.passwordHash;
    const activation = await tx.lock(Activation, { credentialId });
    return activation?.mark === mark ? activation : undefined;
  }

  async noteLive(tx: Tx, activation: Activation, sub: string): Promise<void> {
    activation.noteLive(sub, this.clock.now());
    await tx.save(activation);
  }
}

const asJson = (passkey: MadePasskey): string =>
  JSON.stringify({ ...passkey, publicKey: Buffer.from(passkey.publicKey).toString('base64url') } satisfies KeptPasskey);

const KEEP = `
  INSERT INTO auth.activation (credential_id, password_hash, passkey, created_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (credential_id) DO UPDATE SET password_hash = excluded.password_hash, passkey = excluded.passkey
  WHERE activation.live_at IS NULL`;

/** The user and the code of an activation. Together they identify it. */
export interface ActivationCode {
  readonly tenant: Tenant;
  readonly login: string;
  readonly code: string;
}

const PURPOSE = 'auth/activation';

/**
 * Sets a user's first credential, with the code that the user received. Users and credentials belong to two contexts
 * with separate transactions. So the credential is first stored as pending, then the user is activated, then the
 * credential becomes live. The id of the stored row is derived from the code. So after a crash in between, sending the
 * form again completes the activation.
 */
@Injectable()
export class ActivateByCode {
  constructor(
    private readonly activations: ActivationStore,
    private readonly userActivation: UserActivation,
    private readonly users: UserDirectory,
    private readonly index: BlindIndex,
    private readonly uow: UnitOfWork,
  ) {}

  async keepPending(attempt: ActivationCode, credential: PendingCredential): Promise<void> {
    await this.activations.keepPending(this.#idOf(attempt), credential);
  }

  /** The pending passkey that was stored with this code, if it has the given id. */
  pendingPasskey(attempt: ActivationCode, passkeyId: string): Promise<MadePasskey | undefined> {
    return this.activations.pendingPasskey(this.#idOf(attempt), passkeyId);
  }

  /**
   * Makes the user ACTIVE and returns the user. Also returns the user if the same code has already done so. Neither the
   * text nor the timing of a refusal reveals its reason.
   */
  async redeem({ tenant, login, code }: ActivationCode): Promise<UserCard | undefined> {
    const timer = new RefusalTimer();
    const credentialId = this.#idOf({ tenant, login, code });
    try {
      const { ref } = await this.userActivation.activate({ tenant, login, code, credentialId });
      return await this.users.find(ref.sub);
    } catch (error) {
      if (!(error instanceof DomainError && error.kind === UserErrors.wrongCode)) throw error;
      await timer.wait();
      return undefined;
    }
  }

  /**
   * Makes the pending credential live, and calls `install` to store it among the user's credentials. Changes nothing
   * and returns false if another credential for this code is pending or live, or if `install` returns false.
   */
  makeLive(
    attempt: ActivationCode,
    { ref: { sub } }: UserCard,
    credential: PendingCredential,
    install: (tx: Tx) => Promise<boolean>,
  ): Promise<boolean> {
    const credentialId = this.#idOf(attempt);
    return this.uow.run(async (tx) => {
      const pending = await this.activations.lockPending(tx, credentialId, credential);
      if (!pending || !(await install(tx))) return false;
      await this.activations.noteLive(tx, pending, sub);
      return true;
    });
  }

  /** Normalises the code first, so that different spellings of the same code identify the same activation. */
  #idOf({ tenant, login, code }: ActivationCode): string {
    const letters = code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
    return this.index.hash(JSON.stringify([tenant.enterpriseId, tenant.test, login, letters]), PURPOSE);
  }
}

export interface PasswordForm extends ActivationCode {
  readonly password: string;
  readonly marks: string | undefined;
}

export type PasswordActivation =
  | { readonly user: UserCard }
  | { readonly passwordFault: PasswordFault }
  | { readonly refused: true };

/** Activates a user with a first password. */
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

  activate(form: PasswordForm): Promise<PasswordActivation> {
    return this.addresses.countFailures(
      () => this.#activate(form),
      (activation) => 'user' in activation,
    );
  }

  async #activate(form: PasswordForm): Promise<PasswordActivation> {
    const passwordFault = await this.choice.faultOf(form.password, [form.login], form.tenant.enterpriseId);
    if (passwordFault) return { passwordFault };
    const passwordHash = await this.hasher.hash(form.password);
    await this.activation.keepPending(form, { passwordHash });
    const user = await this.activation.redeem(form);
    return user ? this.#finish(form, passwordHash, user) : REFUSED;
  }

  /**
   * Runs only after the code is verified. Only then may the response depend on the user, for example by refusing a
   * password that contains their name.
   */
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
