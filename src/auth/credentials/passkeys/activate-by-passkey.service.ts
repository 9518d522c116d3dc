import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../shared/persistence/index.js';
import type { UserCard } from '../../../users/contract/index.js';
import { ActivateByCode, type ActivationCode } from '../activation.service.js';
import { AddressLimit } from '../tries/login-tries.service.js';
import { Attestations, attestationIn } from './attestations.service.js';
import type { MadePasskey } from './passkey.entity.js';
import { PasskeyStore } from './passkey.store.js';

export interface PasskeyForm extends ActivationCode {
  readonly boundTo: string;
  readonly name: string;
  /** The authenticator's response, as JSON. */
  readonly response: string;
}

export type PasskeyActivation =
  | { readonly user: UserCard }
  /**
   * This passkey has already activated the user. Its response cannot be used again, but the user can sign in with the
   * passkey.
   */
  | { readonly done: true }
  /** The code is wrong, so this new passkey cannot be used. */
  | { readonly refused: true; readonly passkeyId: string }
  | { readonly unusable: true };

/**
 * Activates a user with a first passkey. The passkey is created before the code is checked, with a random user handle,
 * so that the options reveal nothing about the user and codes are checked in one place only. At login, the user is
 * found by the passkey's id, not by the handle.
 */
@Injectable()
export class ActivateByPasskey {
  constructor(
    private readonly activation: ActivateByCode,
    private readonly addresses: AddressLimit,
    private readonly attestations: Attestations,
    private readonly passkeys: PasskeyStore,
  ) {}

  /** Uses a new user handle each time, because an authenticator replaces a passkey with the same handle. */
  options(boundTo: string, login: string) {
    return this.attestations.options({ userName: login }, { ceremony: 'activate', boundTo });
  }

  activate(form: PasskeyForm): Promise<PasskeyActivation> {
    return this.addresses.countFailures(
      () => this.#activate(form),
      (activation) => 'user' in activation || 'done' in activation,
    );
  }

  async #activate(form: PasskeyForm): Promise<PasskeyActivation> {
    const passkey = await this.#pending(form);
    if (!passkey) return (await this.#isDone(form)) ? { done: true } : { unusable: true };
    const user = await this.activation.redeem(form);
    const live = user !== undefined && (await this.#makeLive(form, user, passkey));
    return live ? { user } : { refused: true, passkeyId: passkey.credentialId };
  }

  /** The passkey in the form, or the stored pending one if the same form is sent again after a crash. */
  async #pending(form: PasskeyForm): Promise<MadePasskey | undefined> {
    const { boundTo, name, response } = form;
    const made = await this.attestations.made(response, { ceremony: 'activate', boundTo });
    if (!made) return this.activation.pendingPasskey(form, attestationIn(response)?.id ?? '');
    const passkey = { ...made, name };
    await this.activation.keepPending(form, { passkey });
    return passkey;
  }

  async #isDone(form: PasskeyForm): Promise<boolean> {
    const passkey = await this.passkeys.find(attestationIn(form.response)?.id ?? '');
    const user = passkey && (await this.activation.redeem(form));
    return user !== undefined && user.ref.sub === passkey?.sub;
  }

  #makeLive(form: PasskeyForm, user: UserCard, passkey: MadePasskey): Promise<boolean> {
    return this.activation.makeLive(form, user, { passkey }, async (tx: Tx) => {
      const { sub } = user.ref;
      if (!(await this.passkeys.add(tx, { ...passkey, sub }))) return false;
      const { tenant } = form;
      tx.pending.audit.push({ kind: 'auth.passkey-added', tenant, subject: sub, details: { by: 'activation' } });
      return true;
    });
  }
}
