import { base64url, bytesOf, objectIn } from './encoding.js';
import { environment } from './environment.js';
import type { StepUpAnswer, StepUpMethod } from './types.js';

interface Credentials {
  get(options: object): Promise<Assertion | null>;
}

/** An assertion as browsers return it, with `ArrayBuffer`s. */
interface Assertion {
  readonly id: string;
  readonly type: string;
  readonly rawId: ArrayBuffer;
  readonly authenticatorAttachment?: string | null;
  readonly response: Readonly<Record<string, ArrayBuffer | null>>;
  getClientExtensionResults(): object;
}

/**
 * Asks the user to confirm with a passkey in a browser, and returns the answer for a step-up. Returns `null` if the
 * user gave up, or has no passkey on this device. Throws the browser's error if passkeys cannot be used.
 */
export async function confirmByPasskey({
  options,
}: StepUpMethod & { readonly type: 'passkey' }): Promise<StepUpAnswer | null> {
  const { credentials } = environment.navigator as { readonly credentials?: Credentials };
  if (!credentials) throw new TypeError('There are no passkeys here');
  const assertion = await credentials.get({ publicKey: requestOf(options) }).catch((error: unknown) => {
    if ((error as { name?: unknown } | null)?.name === 'NotAllowedError') return null;
    throw error;
  });
  return assertion && { type: 'passkey', assertion: jsonOf(assertion) };
}

/**
 * Converts the options from JSON. It replaces `PublicKeyCredential.parseRequestOptionsFromJSON`, which some browsers
 * lack.
 */
function requestOf(options: unknown): object {
  const { challenge, allowCredentials, ...rest } = objectIn(options) ?? {};
  const allowed = Array.isArray(allowCredentials) ? allowCredentials.map((one) => objectIn(one) ?? {}) : [];
  return {
    ...rest,
    challenge: bytesOf(String(challenge)),
    allowCredentials: allowed.map((one) => ({ ...one, id: bytesOf(String(one['id'])) })),
  };
}

/** Converts a credential to JSON, as its `toJSON` would. */
function jsonOf(credential: Assertion): object {
  const { id, type, rawId, authenticatorAttachment, response } = credential;
  const text = (name: string): Record<string, string> => {
    const bytes = response[name];
    return bytes ? { [name]: base64url(new Uint8Array(bytes)) } : {};
  };
  return {
    ...{ id, type, rawId: base64url(new Uint8Array(rawId)) },
    ...(authenticatorAttachment && { authenticatorAttachment }),
    response: { ...text('clientDataJSON'), ...text('authenticatorData'), ...text('signature'), ...text('userHandle') },
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}
