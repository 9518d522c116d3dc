import type { KeyStore } from '@countersign/client';
import {
  createKeys,
  deleteKeys,
  getKeyAttributes,
  InputEncoding,
  signWithOptions,
} from '@sbaiahmed1/react-native-biometrics';
import { base64, bytesOf } from './base64.js';
import { rawSignature, publicJwkOf } from './der.js';

/** The texts of the system dialog that asks the user to confirm. */
export interface Prompt {
  readonly title?: string;
  readonly subtitle?: string;
  readonly cancel?: string;
}

/** The prefix of the names of keys. Each registered device gets its own P-256 key. */
const PREFIX = 'countersign.';

/**
 * Keys in the Secure Enclave, or in Android's Keystore (with StrongBox if available). They cannot be exported. Each use
 * asks for a fingerprint, a face or the passcode of the phone.
 */
export function hardwareKeys({ title = 'Confirm', subtitle, cancel = 'Cancel' }: Prompt = {}): KeyStore {
  const prompt = {
    promptTitle: title,
    cancelButtonText: cancel,
    ...(subtitle !== undefined && { promptSubtitle: subtitle }),
  };
  return {
    async create() {
      const ref = `${PREFIX}${Date.now().toString(36)}.${Math.random().toString(36).slice(2)}`;
      // The passcode must be allowed too: a key that requires biometrics becomes invalid when a fingerprint is added.
      const { publicKey } = await createKeys(ref, 'ec256', undefined, true, true);
      return { publicJwk: publicJwkOf(bytesOf(publicKey)), ref };
    },

    async sign(ref, bytes) {
      const data = base64(bytes);
      const given = { keyAlias: ref, data, inputEncoding: InputEncoding.Base64, ...prompt };
      const { success, signature, error, errorCode } = await signWithOptions(given);
      if (success && signature !== undefined) return rawSignature(bytesOf(signature));
      throw failureOf(error, errorCode);
    },

    async has(ref) {
      return (await getKeyAttributes(ref)).exists;
    },

    async delete(ref) {
      await deleteKeys(ref);
    },
  };
}

/** Gives a cancelled dialog the error name of WebAuthn, by which the library recognizes that the user refused. */
function failureOf(message = 'The key could not be used', code = 'unknown'): Error {
  const error = new Error(`${message} (${code})`);
  if (code.includes('CANCEL')) error.name = 'NotAllowedError';
  return error;
}
