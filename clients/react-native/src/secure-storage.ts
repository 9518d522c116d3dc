import type { Storage } from '@countersign/client';
import {
  ACCESSIBLE,
  getGenericPassword,
  resetGenericPassword,
  setGenericPassword,
  STORAGE_TYPE,
} from 'react-native-keychain';

const PREFIX = 'countersign.';

/**
 * The Keychain of iOS, or a store on Android that is encrypted with a key of the Keystore. Values never leave the
 * device. Reading them does not ask the user, so that a session can be renewed in the background.
 */
export function secureStorage(): Storage {
  const serviceOf = (key: string) => ({ service: PREFIX + key.replaceAll(/[^\w.-]/g, '_') });
  const how = {
    accessible: ACCESSIBLE.AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY,
    storage: STORAGE_TYPE.AES_GCM_NO_AUTH,
  };
  return {
    async get(key) {
      const kept = await getGenericPassword(serviceOf(key));
      return kept === false ? undefined : kept.password;
    },
    async set(key, value) {
      const kept = await setGenericPassword('countersign', value, { ...serviceOf(key), ...how });
      if (kept === false) throw new Error('The secure store has kept nothing');
    },
    async delete(key) {
      await resetGenericPassword(serviceOf(key));
    },
  };
}
