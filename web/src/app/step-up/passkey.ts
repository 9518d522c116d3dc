import { browserSupportsWebAuthn, startAuthentication, WebAuthnError } from '@simplewebauthn/browser';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

/** `passkeyElsewhere`: passkeys of the login page cannot be used at this address. */
export type PasskeyTrouble = 'passkeyFailed' | 'passkeyElsewhere';

export const passkeysWork = (): boolean => browserSupportsWebAuthn();

/**
 * Asks for a passkey of the login page's host. The app's host may use it if both hosts are the same, or if the browser
 * supports related origins, which the login page's host publishes.
 */
export async function askPasskey(
  options: unknown,
): Promise<{ readonly assertion: unknown } | { readonly trouble: PasskeyTrouble }> {
  try {
    const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
    return { assertion: await startAuthentication({ optionsJSON }) };
  } catch (error) {
    return { trouble: isElsewhere(error) ? 'passkeyElsewhere' : 'passkeyFailed' };
  }
}

const isElsewhere = (error: unknown): boolean =>
  (error instanceof WebAuthnError && ['ERROR_INVALID_DOMAIN', 'ERROR_INVALID_RP_ID'].includes(error.code)) ||
  (error instanceof Error && error.name === 'SecurityError');
