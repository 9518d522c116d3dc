// An app for React Native with the typed client. `@countersign/react-native` gives it the secure storage of the phone.
import { createClient } from '@countersign/client';
import { phone } from '@countersign/react-native';

// Put this at the top of index.js: import 'react-native-get-random-values';
export async function openApp({ settings, platform, ports = {} }) {
  const { browse, ...ofPhone } = phone({ prompt: { title: 'Confirm', cancel: 'Cancel' } });
  const client = createClient({ ...settings, ...ofPhone, ...ports });
  if (!(await client.restore())) {
    await client.finishSignIn(await browse(await client.beginSignIn(), settings.redirectUri));
  }
  if (!(await client.device.current())) await client.device.register({ name: 'Phone', platform });
  // Call connect() whenever the app comes to the foreground, and disconnect() when it goes to the background.
  await client.connect();
  return client;
}
