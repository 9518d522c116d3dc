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
  /** The authenticator's answer, as JSON. */
  readonly response: string;
}

export type PasskeyActivation =
  | { readonly user: UserCard }
  /** This passkey has already activated the user. Its answer cannot be repeated, but the user can sign in with it. */
  | { readonly done: true }
  /** The code is wrong, so this passkey will never be used. */
  | { readonly refused: true; readonly passkeyId: string }
  | { readonly unusable: true };

/**
 * Sets a first passkey. It is made before the code is checked, under a random handle, so that the options for the
 * authenticator reveal nothing about a user of that name, and codes are tried in one place only. At a login the user is
 * found by the passkey's id, never by the handle.
 */
@Injectable()
export class ActivateByPasskey {
  constructor(
    private readonly activation: ActivateByCode,
    private readonly addresses: AddressLimit,
    private readonly attestations: Attestations,
    private readonly passkeys: PasskeyStore,
  ) {}

  /** A new handle each time, because an authenticator replaces a passkey with the same handle. */
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

  /** The passkey that was made just now, or before a crash after which the form was sent again. */
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
