import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

interface SignOptions {
  readonly keyAlias?: string;
  readonly data: string;
  readonly inputEncoding?: string;
  readonly promptTitle?: string;
}

/** The packages of a phone, as their own sources have them: what they take, what they answer, and in which form. */
export function fakePhone(openAuth: (url: string, redirectUrl: string) => Promise<object>) {
  const [keys, kept] = [new Map<string, KeyObject>(), new Map<string, string>()];
  const prompts: string[] = [];
  const state = { userSaysNo: false };
  const bytesIn = (data: string, encoding = 'utf8') => Buffer.from(data, encoding as BufferEncoding);

  /** `@sbaiahmed1/react-native-biometrics` 0.15: SubjectPublicKeyInfo and X9.62, in base64. */
  const biometrics = {
    InputEncoding: { UTF8: 'utf8', Base64: 'base64' },
    createKeys: async (
      alias = 'default',
      type = 'rsa2048',
      _strength?: string,
      _code?: boolean,
      failIfExists = false,
    ) => {
      if (failIfExists && keys.has(alias)) throw new Error('KEY_ALREADY_EXISTS');
      if (type !== 'ec256') throw new Error('only ec256 is expected here');
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      keys.set(alias, privateKey);
      return { publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') };
    },
    signWithOptions: async ({ keyAlias = 'default', data, inputEncoding, promptTitle = '' }: SignOptions) => {
      const key = keys.get(keyAlias);
      if (!key) return { success: false, error: 'Key not found', errorCode: 'KEY_NOT_FOUND' };
      prompts.push(promptTitle);
      if (state.userSaysNo) return { success: false, error: 'User canceled authentication', errorCode: 'USER_CANCEL' };
      return { success: true, signature: sign('sha256', bytesIn(data, inputEncoding), key).toString('base64') };
    },
    getKeyAttributes: async (alias = 'default') => ({ exists: keys.has(alias) }),
    deleteKeys: async (alias = 'default') => ({ success: keys.delete(alias) }),
    sha256: async (data: string, encoding?: string) => ({
      hash: createHash('sha256').update(bytesIn(data, encoding)).digest('base64'),
    }),
  };

  /** `react-native-keychain` 10: one entry for each service, and `false` for none. */
  const keychain = {
    ACCESSIBLE: { AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: 'AccessibleAfterFirstUnlockThisDeviceOnly' },
    STORAGE_TYPE: { AES_GCM_NO_AUTH: 'KeystoreAESGCM_NoAuth' },
    setGenericPassword: async (_user: string, password: string, { service = '' }: { service?: string } = {}) => {
      kept.set(service, password);
      return { service, storage: 'KeystoreAESGCM_NoAuth' };
    },
    getGenericPassword: async ({ service = '' }: { service?: string } = {}) => {
      const password = kept.get(service);
      return password === undefined ? false : { service, username: 'countersign', password, storage: 'keychain' };
    },
    resetGenericPassword: async ({ service = '' }: { service?: string } = {}) => kept.delete(service),
  };

  return {
    modules: {
      '@sbaiahmed1/react-native-biometrics': biometrics,
      'react-native-keychain': keychain,
      'react-native-inappbrowser-reborn': { InAppBrowser: { openAuth } },
    },
    ...{ keys, kept, prompts, state },
  };
}
