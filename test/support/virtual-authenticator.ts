import type { BrowserContext, CDPSession, Page } from 'playwright-core';

type Credential = Awaited<ReturnType<typeof credentialsOf>>[number];

const credentialsOf = async (cdp: CDPSession, authenticatorId: string) =>
  (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

/** The fingerprint reader of a browser under test. */
export class VirtualAuthenticator {
  private constructor(
    private readonly cdp: CDPSession,
    private readonly id: string,
  ) {}

  static async plugInto(context: BrowserContext, page: Page): Promise<VirtualAuthenticator> {
    const cdp = await context.newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(cdp, authenticatorId);
  }

  /** Another window has an authenticator of its own, with the passkeys of this one. */
  async lendTo(context: BrowserContext, window: Page): Promise<void> {
    const { cdp, id: authenticatorId } = await VirtualAuthenticator.plugInto(context, window);
    for (const credential of await this.credentials()) {
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
    }
  }

  credentials(): Promise<Credential[]> {
    return credentialsOf(this.cdp, this.id);
  }

  /** A passkey that was made elsewhere. */
  async add(credential: { readonly credentialId: string; readonly privateKey: string; readonly rpId: string }) {
    await this.cdp.send('WebAuthn.addCredential', {
      authenticatorId: this.id,
      credential: { ...credential, userHandle: btoa('somebody'), isResidentCredential: true, signCount: 0 },
    });
  }

  /** From now on it finds, or does not find, that its owner is there. */
  async recognise(isUserVerified: boolean): Promise<void> {
    await this.cdp.send('WebAuthn.setUserVerified', { authenticatorId: this.id, isUserVerified });
  }

  async rewind(credential: Credential): Promise<void> {
    const { credentialId } = credential;
    await this.cdp.send('WebAuthn.removeCredential', { authenticatorId: this.id, credentialId });
    await this.cdp.send('WebAuthn.addCredential', {
      authenticatorId: this.id,
      credential: { ...credential, signCount: 0 },
    });
  }
}
