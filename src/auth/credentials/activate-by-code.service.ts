import { Injectable } from '@nestjs/common';
import { DomainError } from '../../shared/kernel/errors.js';
import type { Tenant } from '../../shared/kernel/tenant.js';
import type { Tx } from '../../shared/persistence/tx.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { BlindIndex } from '../../shared/security/sealing/blind-index.js';
import { UserActivation, UserDirectory, UserErrors, type UserCard } from '../../users/contract.js';
import { ActivationStore, type PendingCredential } from './activation.store.js';
import type { MadePasskey } from './passkeys/passkey.store.js';

/** What says whose activation it is. */
export interface ActivationCode {
  readonly tenant: Tenant;
  readonly login: string;
  readonly code: string;
}

const PURPOSE = 'auth/activation';

/**
 * A first credential, by the code that the user was sent. Users and credentials are two contexts, each with a transaction
 * of its own: the credential is kept as pending first, made live last, and under an id that the same code always leads
 * to. Whoever repeats the form after a crash between the two finds it all done.
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

  /** The passkey that is pending for this code, if it is that one. */
  pendingPasskey(attempt: ActivationCode, passkeyId: string): Promise<MadePasskey | undefined> {
    return this.activations.pendingPasskey(this.#idOf(attempt), passkeyId);
  }

  /** Whom the code makes ACTIVE, or has made; undefined whatever is wrong. */
  async redeem({ tenant, login, code }: ActivationCode): Promise<UserCard | undefined> {
    const credentialId = this.#idOf({ tenant, login, code });
    try {
      const { ref } = await this.userActivation.activate({ tenant, login, code, credentialId });
      return await this.users.find(ref.sub);
    } catch (error) {
      if (error instanceof DomainError && error.kind === UserErrors.wrongCode) return undefined;
      throw error;
    }
  }

  /** False when another credential was made live by this code, or is about to be; `install` has changed nothing then. */
  makeLive(
    attempt: ActivationCode,
    { ref: { sub } }: UserCard,
    credential: PendingCredential,
    install: (tx: Tx) => Promise<boolean>,
  ): Promise<boolean> {
    const credentialId = this.#idOf(attempt);
    return this.uow.run(async (tx) => {
      if (!(await this.activations.lockPending(tx, credentialId, credential)) || !(await install(tx))) return false;
      await this.activations.noteLive(tx, credentialId, sub);
      return true;
    });
  }

  /** However the code is written: typed again in other letters it is the same activation. */
  #idOf({ tenant, login, code }: ActivationCode): string {
    const letters = code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
    return this.index.hash(JSON.stringify([tenant.enterpriseId, tenant.test, login, letters]), PURPOSE);
  }
}
