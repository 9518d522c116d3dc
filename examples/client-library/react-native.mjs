// An app for React Native by the typed client. What keeps secrets on a phone is given to it.
import { createClient } from '@countersign/client';

/**
 * `browse`: opens the system's browser and resolves with the address by which it comes back: `openAuthSessionAsync` of Expo.
 * `crypto`: WebCrypto, such as that of react-native-quick-crypto.
 * `secureStore`: getItemAsync, setItemAsync, deleteItemAsync, as expo-secure-store has them.
 * `hardwareKeys`: a module that makes keys in the Secure Enclave or the Keystore, and signs by ECDSA with SHA-256.
 */
export async function openApp({ settings, browse, crypto, secureStore, hardwareKeys, ports = {} }) {
  const nameOf = (key) => key.replaceAll(/[^\w.-]/g, '_'); // the characters that a secure store takes
  const client = createClient({
    ...settings,
    crypto,
    storage: {
      get: (key) => secureStore.getItemAsync(nameOf(key)),
      set: (key, value) => secureStore.setItemAsync(nameOf(key), value),
      delete: (key) => secureStore.deleteItemAsync(nameOf(key)),
    },
    keys: {
      create: async () => {
        const { publicJwk, alias } = await hardwareKeys.generate();
        return { publicJwk, ref: alias };
      },
      sign: (alias, bytes) => hardwareKeys.sign(alias, bytes), // r and s, 32 bytes each: not DER
      delete: (alias) => hardwareKeys.remove(alias),
    },
    ...ports,
  });
  if (!(await client.restore())) await client.finishSignIn(await browse(await client.beginSignIn()));
  if (!(await client.device.current())) await client.device.register({ name: 'Phone', platform: 'ios' });
  await client.connect(); // again when the app comes to the foreground, and disconnect() when it leaves it
  return client;
}
