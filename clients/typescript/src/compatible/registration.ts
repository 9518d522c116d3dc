import { CountersignError } from '../errors.js';
import type { Client } from '../types.js';
import type { Configuration } from './configuration.js';
import type { PushToken } from './push-token.js';

/** Shows the login page to the user, and registers this phone afterwards. */
export async function signIn(
  client: Client,
  userId: string,
  {
    redirectUri,
    pushToken,
    ...own
  }: Partial<Configuration> & { readonly redirectUri: string; readonly pushToken: PushToken },
): Promise<void> {
  const page = await client.beginSignIn({ loginHint: userId, prompt: 'login' });
  await client.finishSignIn((await own.browse?.(page, redirectUri)) ?? '');
  if (await client.device.current()) await pushToken.send(client.device);
  else await register(client, own, pushToken.value);
}

/**
 * The sign-in succeeds even if the registration fails: without a device, the user sees all notifications, and can
 * answer those that need no signature.
 */
async function register(
  { device }: Client,
  { deviceName: name = 'Phone', platform, onDeviceNotRegistered }: Partial<Configuration>,
  pushToken: string | undefined,
): Promise<void> {
  const details = { name, ...(platform && { platform }), ...(pushToken !== undefined && { pushToken }) };
  await device.register(details).catch((error: unknown) => {
    if (error instanceof CountersignError) onDeviceNotRegistered?.(error);
  });
}
