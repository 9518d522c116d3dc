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

/** What the phone says when it asks for the user. */
export interface Prompt {
  readonly title?: string;
  readonly subtitle?: string;
  readonly cancel?: string;
}

/** A key of P-256 is made for each device that is registered. */
const PREFIX = 'countersign.';

/**
 * Keys in the Secure Enclave, or in the Keystore and its StrongBox where there is one: they never leave it. Each use asks
 * for a finger, a face or the code of the phone.
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
      // With the code of the phone as well: a key of biometrics alone is void when a finger is added.
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

/** By the name that WebAuthn has for it, the library knows that the user has said no. */
function failureOf(message = 'The key could not be used', code = 'unknown'): Error {
  const error = new Error(`${message} (${code})`);
  if (code.includes('CANCEL')) error.name = 'NotAllowedError';
  return error;
}
