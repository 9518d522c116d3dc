import type { Marionette } from './marionette.js';

const PROFILE = {
  protocol: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserConsenting: true,
  isUserVerified: true,
};

/**
 * The fingerprint reader of one person. All windows of Firefox share the readers, and with passkeys of two people
 * Firefox would ask which one to use. So only one person's reader is connected at a time.
 */
export class FirefoxAuthenticator {
  static #pluggedIn: FirefoxAuthenticator | undefined;
  #id = '';
  #credentials: readonly object[] = [];

  constructor(private readonly marionette: Marionette) {}

  async plugIn(): Promise<void> {
    const before = FirefoxAuthenticator.#pluggedIn;
    if (before === this) return;
    if (before) await before.#pullOut();
    FirefoxAuthenticator.#pluggedIn = this;
    this.#id = (await this.#command('AddVirtualAuthenticator', PROFILE)) as string;
    for (const credentials of this.#credentials) {
      await this.#command('AddCredential', { authenticatorId: this.#id, credentials });
    }
  }

  async #pullOut(): Promise<void> {
    const authenticatorId = this.#id;
    this.#credentials = (await this.#command('GetCredentials', { authenticatorId })) as object[];
    await this.#command('RemoveVirtualAuthenticator', { authenticatorId });
  }

  async #command(name: string, parameters: object): Promise<unknown> {
    const answer = await this.marionette.command(`WebAuthn:${name}`, parameters);
    return (answer as { readonly value?: unknown }).value ?? answer;
  }
}
