import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';

/** Asks the device whether its owner is there: by a fingerprint, a face or the code of the screen lock. */
export interface DeviceCheck {
  works(): Promise<boolean>;
  /** Creates a credential on the device. Resolves with the id, which `ask` needs. */
  prepare(label: string): Promise<string>;
  ask(name: string): Promise<boolean>;
}

/** Flag of WebAuthn: the device has verified its user. */
const USER_VERIFIED = 0x04;
/** The index of the flags in WebAuthn's authenticator data, after the hash of the host name (32 bytes). */
const FLAGS_AT = 32;

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));
const flagsIn = (data: string): number => atob(data.replace(/-/g, '+').replace(/_/g, '/')).charCodeAt(FLAGS_AT);

/**
 * Uses a WebAuthn credential that no server knows. It only unlocks the screen of this app, so its signature is not
 * checked; the browser's answer is trusted.
 */
export const deviceCheck: DeviceCheck = {
  async works() {
    if (!browserSupportsWebAuthn()) return false;
    return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
  },

  async prepare(label) {
    const { id } = await startRegistration({
      optionsJSON: {
        rp: { name: label },
        user: { id: random(), name: label, displayName: label },
        challenge: random(),
        pubKeyCredParams: [-7, -257].map((alg) => ({ alg, type: 'public-key' as const })),
        authenticatorSelection: {
          authenticatorAttachment: 'platform',
          residentKey: 'discouraged',
          userVerification: 'required',
        },
      },
    });
    return id;
  },

  async ask(name) {
    try {
      const { response } = await startAuthentication({
        optionsJSON: {
          challenge: random(),
          allowCredentials: [{ id: name, type: 'public-key' }],
          userVerification: 'required',
        },
      });
      return (flagsIn(response.authenticatorData) & USER_VERIFIED) !== 0;
    } catch {
      return false;
    }
  },
};
