import { CompatibleClient } from './compatible/compatible-client.js';
import type { Configuration } from './compatible/configuration.js';
import { RDNAAuthenticatorType, RDNAAuthLevel, RDNALDACapabilities, RDNALoggingLevel } from './compatible/constants.js';
import type { SyncAnswer } from './compatible/envelopes.js';
import { unsupportedMethods } from './compatible/unsupported.js';
import type { Client } from './types.js';

export { RDNAAuthenticatorType, RDNAAuthLevel, RDNALDACapabilities, RDNALoggingLevel } from './compatible/constants.js';
export type { Configuration } from './compatible/configuration.js';

/** A callback that receives JSON text. */
type Callback = (json: string) => void;

interface Page {
  readonly document?: { dispatchEvent(event: object): unknown };
  readonly Event: new (name: string) => object;
}

/** Sends events as DOM events of `document`, with the JSON text in `response`. */
const compatible = new CompatibleClient((name, payload) => {
  const { document, Event } = globalThis as unknown as Page;
  document?.dispatchEvent(Object.assign(new Event(name), { response: JSON.stringify(payload) }));
});

type Call = (success?: Callback | null, error?: Callback | null, given?: readonly unknown[]) => void;

/** Passes the answer to `success` if the error code is 0, otherwise to `error`. */
const calling =
  (call: (given: readonly unknown[]) => SyncAnswer): Call =>
  (success, error, given = []) => {
    const answer = call(given);
    const callback = answer.error.longErrorCode === 0 ? success : error;
    callback?.(JSON.stringify(answer));
  };

/** The object of the Cordova plugin that this one replaces. Each call takes its arguments in the original order. */
export const RdnaClient = {
  RDNALoggingLevel,
  RDNAAuthLevel,
  RDNAAuthenticatorType,
  RDNALDACapabilities,
  ...unsupportedMethods((why) => calling(() => compatible.unsupported(why))),
  getSDKVersion: calling(() => compatible.version()),
  initialize: calling((given) => compatible.initialize(given)),
  setUser: calling((given) => compatible.setUser(given)),
  resetAuthState: calling(() => compatible.resetAuthState()),
  logOff: calling(() => compatible.logOff()),
  setDeviceToken: calling((given) => compatible.setDeviceToken(given)),
  setPassword: calling((given) => compatible.setPassword(given)),
  getNotifications: calling((given) => compatible.getNotifications(given)),
  updateNotification: calling((given) => compatible.updateNotification(given)),
  getNotificationHistory: calling((given) => compatible.getNotificationHistory(given)),
  authenticateUserAndSignData: calling((given) => compatible.authenticateUserAndSignData(given)),
  resetAuthenticateUserAndSignDataState: calling(() => compatible.resetAuthenticateUserAndSignDataState()),
  getAllChallenges: calling(() => compatible.getAllChallenges()),
  takeActionOnThreats: calling(() => compatible.takeActionOnThreats()),
  extendSessionIdleTimeout: calling(() => compatible.extendSessionIdleTimeout()),
};

/** Sets the settings that no call of `RdnaClient` passes, such as the issuer. Call it once, before `initialize`. */
export const configure = (configuration: Configuration): void => compatible.configure(configuration);

/** The typed client, once `initialize` was called. */
export const typedClient = (): Client | undefined => compatible.client;

/** Puts the plugin's object where the app calls it: `install('com.example.plugin.RdnaClient')`. */
export function install(path: string): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let place = globalThis as unknown as Record<string, unknown>;
  for (const name of names) {
    place[name] ??= {};
    place = place[name] as Record<string, unknown>;
  }
  place[last] = RdnaClient;
}

export default RdnaClient;
