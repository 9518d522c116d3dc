// oxlint-disable-next-line typescript/triple-slash-reference -- there is nothing to import: it declares a module
/// <reference path="./react-native-module.d.ts" />
import ReactNative, { DeviceEventEmitter, NativeModules, Platform } from 'react-native';
import { CompatibleClient } from './compatible/compatible-client.js';
import type { Configuration } from './compatible/configuration.js';
import type { SyncAnswer } from './compatible/envelopes.js';
import { unsupportedMethods } from './compatible/unsupported.js';
import { putModule } from './native-module.js';
import type { Client } from './types.js';

export { RDNAAuthenticatorType, RDNAAuthLevel, RDNALDACapabilities, RDNALoggingLevel } from './compatible/constants.js';
export type { Configuration } from './compatible/configuration.js';
export type { SyncAnswer } from './compatible/envelopes.js';

type Callback<T = SyncAnswer> = (answer: T) => void;
type Listener = (event: { readonly response: string }) => void;

/** Sends events so that `new NativeEventEmitter(NativeModules.RdnaClient)` receives them. */
const compatible = new CompatibleClient((name, payload) =>
  DeviceEventEmitter.emit(name, { response: JSON.stringify(payload) }),
);

type Call = (given: readonly unknown[]) => SyncAnswer;

/** Passes the answer, as an object, to the callback. The callback is the last argument, however many there are. */
function called(call: Call, given: readonly unknown[]): void {
  const callback = given.at(-1);
  const answer = call(typeof callback === 'function' ? given.slice(0, -1) : given);
  if (typeof callback === 'function') (callback as Callback)(answer);
}

/** The client object of the library that this one replaces. Each call takes its arguments in the original order. */
const RdnaClient = {
  ...unsupportedMethods(
    (why) =>
      (...given: unknown[]): void =>
        called(() => compatible.unsupported(why), given),
  ),

  /** Sets the settings that no call of `RdnaClient` passes, such as the issuer. Call it once, before `initialize`. */
  configure(configuration: Configuration): void {
    const platform = Platform.OS === 'ios' || Platform.OS === 'android' ? Platform.OS : 'web';
    compatible.configure({ platform, ...configuration });
  },

  /** The typed client, once `initialize` was called. */
  get client(): Client | undefined {
    return compatible.client;
  },

  getSDKVersion(callback: Callback<SyncAnswer & { readonly response: string }>): void {
    callback(compatible.version());
  },

  /**
   * Arguments: agentInfo, gatewayHost, gatewayPort, cipherSpecs, cipherSalt, proxySettings, certificate, loggingLevel,
   * …, callback
   */
  initialize(...given: unknown[]): void {
    called((values) => compatible.initialize(values), given);
  },

  setUser(userId: string, callback?: Callback): void {
    called((values) => compatible.setUser(values), [userId, callback]);
  },

  resetAuthState(callback?: Callback): void {
    called(() => compatible.resetAuthState(), [callback]);
  },

  logOff(userId: string, callback?: Callback): void {
    called(() => compatible.logOff(), [userId, callback]);
  },

  setDeviceToken(token: string, callback?: Callback): void {
    called((values) => compatible.setDeviceToken(values), [token, callback]);
  },

  setPassword(password: string, challengeMode: number, callback?: Callback): void {
    called((values) => compatible.setPassword(values), [password, challengeMode, callback]);
  },

  getNotifications(
    recordCount: number,
    enterpriseID: string,
    startIndex: number,
    startDate: string,
    endDate: string,
    callback?: Callback,
  ): void {
    const given = [recordCount, enterpriseID, startIndex, startDate, endDate, callback];
    called((values) => compatible.getNotifications(values), given);
  },

  updateNotification(notificationID: string, response: string, callback?: Callback): void {
    called((values) => compatible.updateNotification(values), [notificationID, response, callback]);
  },

  getNotificationHistory(
    recordCount: number,
    enterpriseID: string,
    startIndex: number,
    startDate: string,
    endDate: string,
    notificationStatus: string,
    actionPerformed: string,
    keywordSearch: string,
    deviceID: string,
    callback?: Callback,
  ): void {
    const about = [notificationStatus, actionPerformed, keywordSearch, deviceID];
    const given = [recordCount, enterpriseID, startIndex, startDate, endDate, ...about, callback];
    called((values) => compatible.getNotificationHistory(values), given);
  },

  authenticateUserAndSignData(
    payload: string,
    authLevel: number,
    authenticatorType: number,
    reason: string,
    callback?: Callback,
  ): void {
    const given = [payload, authLevel, authenticatorType, reason, callback];
    called((values) => compatible.authenticateUserAndSignData(values), given);
  },

  resetAuthenticateUserAndSignDataState(callback?: Callback): void {
    called(() => compatible.resetAuthenticateUserAndSignDataState(), [callback]);
  },

  getAllChallenges(userId: string, callback?: Callback): void {
    called(() => compatible.getAllChallenges(), [userId, callback]);
  },

  takeActionOnThreats(threats: string, callback?: Callback): void {
    called(() => compatible.takeActionOnThreats(), [threats, callback]);
  },

  extendSessionIdleTimeout(callback?: Callback): void {
    called(() => compatible.extendSessionIdleTimeout(), [callback]);
  },

  /** `NativeEventEmitter` calls this method with a name only, because it registers its listeners elsewhere. */
  addListener(name: string, listener?: Listener): { remove(): void } {
    return listener ? DeviceEventEmitter.addListener(name, listener) : { remove: () => undefined };
  },

  removeListeners(_count?: number): void {
    // nothing to do: each listener is removed by its own function `remove`
  },
};

putModule(ReactNative, NativeModules, 'RdnaClient', RdnaClient);

export default RdnaClient;
