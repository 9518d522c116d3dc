import { base64url, bytesOf, objectIn } from './encoding.js';
import { environment } from './environment.js';
import type { StepUpAnswer, StepUpMethod } from './types.js';

interface Credentials {
  get(options: object): Promise<Assertion | null>;
}

/** What a browser makes, with `ArrayBuffer`s. */
interface Assertion {
  readonly id: string;
  readonly type: string;
  readonly rawId: ArrayBuffer;
  readonly authenticatorAttachment?: string | null;
  readonly response: Readonly<Record<string, ArrayBuffer | null>>;
  getClientExtensionResults(): object;
}

/**
 * Lets the user confirm by a passkey, in a browser: the answer of a step-up for what its method offers. `null` when the
 * user gave up, or has no passkey here. Fails with an error of the browser where passkeys cannot be used.
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

/** From JSON, as `PublicKeyCredential.parseRequestOptionsFromJSON` does it, which not every browser has. */
function requestOf(options: unknown): object {
  const { challenge, allowCredentials, ...rest } = objectIn(options) ?? {};
  const allowed = Array.isArray(allowCredentials) ? allowCredentials.map((one) => objectIn(one) ?? {}) : [];
  return {
    ...rest,
    challenge: bytesOf(String(challenge)),
    allowCredentials: allowed.map((one) => ({ ...one, id: bytesOf(String(one['id'])) })),
  };
}

/** To JSON, as `toJSON` of a credential does it. */
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
