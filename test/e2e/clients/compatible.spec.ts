import { jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { webcrypto } from 'node:crypto';
import { memoryStorage } from '../../../clients/typescript/src/index.js';
import { UNSUPPORTED } from '../../../clients/typescript/src/compatible/unsupported.js';
import type { Configuration } from '../../../clients/typescript/src/react-native.js';
import { type AppUser, appUser, type Line, optionsFor, throughLogin } from '../../support/app-of-a-user.js';
import { fakeReactNative } from '../../support/fake-react-native.js';
import { keysInMemory } from '../../support/keys-in-memory.js';
import { PASSWORD } from '../../support/signing-in.js';
import { CHALLENGE, ENVELOPE, NO_ERROR } from './envelopes.js';
import { ask, newLine, shared, statusOf, until } from './shared.js';

/** An app that was written for the original library, on one of its platforms. Its calls are exactly those of the contract. */
interface Harness {
  configure(configuration: Configuration): void;
  /** What a call answers at once. */
  call(name: string, ...given: unknown[]): any;
  /** The next event of this name, which came or will come. */
  event(name: string): Promise<any>;
  /** The names of events that came, and that nobody has waited for. */
  told(): string[];
}

/** Keeps events that nobody waits for yet. */
class Heard {
  readonly #emitter = new EventEmitter();
  readonly #came: { name: string; payload: unknown }[] = [];

  take(name: string, payload: unknown): void {
    if (!this.#emitter.emit(name, payload)) this.#came.push({ name, payload });
  }

  names(): string[] {
    return this.#came.map(({ name }) => name);
  }

  async next(name: string): Promise<unknown> {
    const at = this.#came.findIndex((one) => one.name === name);
    if (at >= 0) return this.#came.splice(at, 1)[0]!.payload;
    return new Promise((resolve) => this.#emitter.once(name, resolve));
  }
}

const EVENTS = [
  ...['onInitialized', 'onInitializeError', 'getUser', 'onUserLoggedIn', 'onUserLoggedOff', 'getPassword'],
  ...['onGetNotifications', 'onUpdateNotification', 'onGetNotificationsHistory'],
  ...['onCredentialsAvailableForUpdate', 'onSessionExtensionResponse', 'onAuthenticateUserAndSignData'],
];

/** The app imports the library before all else, then what the phone has. */
async function reactNativeApp(): Promise<Harness> {
  const { app, imported } = fakeReactNative('ios');
  jest.resetModules();
  jest.unstable_mockModule('react-native', () => imported, { virtual: true });
  const { default: RdnaClient, RDNALoggingLevel } = await import('../../../clients/typescript/src/react-native.js');
  expect(RDNALoggingLevel.RDNA_NO_LOGS).toBe(0);
  const emitter = new app.NativeEventEmitter(app.NativeModules['RdnaClient']);
  const heard = new Heard();
  for (const name of EVENTS) {
    emitter.addListener(name, (event: any) => heard.take(name, JSON.parse(event.response)));
  }
  return {
    configure: (configuration) => RdnaClient.configure(configuration),
    call: (name, ...given) => {
      let answer: unknown;
      (RdnaClient as any)[name](...given, (response: unknown) => (answer = response));
      return answer;
    },
    event: (name) => heard.next(name),
    told: () => heard.names(),
  };
}

async function cordovaApp(): Promise<Harness> {
  const document = new EventTarget();
  Object.assign(globalThis, { document });
  jest.resetModules();
  const { configure, install } = await import('../../../clients/typescript/src/cordova.js');
  install('com.example.plugin.RdnaClient');
  const plugin = (globalThis as any).com.example.plugin.RdnaClient;
  expect(plugin.RDNALoggingLevel.RDNA_NO_LOGS).toBe(0);
  const heard = new Heard();
  for (const name of EVENTS) {
    document.addEventListener(name, (event: any) => heard.take(name, JSON.parse(event.response)), false);
  }
  return {
    configure,
    call: (name, ...given) => {
      let answer: any;
      plugin[name](
        (json: string) => (answer = { ...JSON.parse(json), by: 'success' }),
        (json: string) => (answer = { ...JSON.parse(json), by: 'error' }),
        given,
      );
      const { by, ...told } = answer;
      expect(by).toBe(told.error.longErrorCode === 0 ? 'success' : 'error');
      return told;
    },
    event: (name) => heard.next(name),
    told: () => heard.names(),
  };
}

const PAY = { label: 'Pay', action: 'pay', authlevel: 1 };

const PLATFORMS = [
  ['React Native', reactNativeApp],
  ['Cordova', cordovaApp],
] as const;

describe('The compatible face', () => {
  describe.each(PLATFORMS)('An app for %s', (_name, open) => {
    let [app, line, user]: [Harness, Line, AppUser] = [undefined as never, undefined as never, undefined as never];
    afterEach(() => {
      delete (globalThis as any).document;
      delete (globalThis as any).com;
    });

    async function initialized(given: Partial<Configuration> = {}): Promise<void> {
      [app, line, user] = [
        await open(),
        newLine(),
        await appUser(shared.running, { authorizationDetailsTypes: ['plain_text', 'payment_initiation'] }),
      ];
      initialize(given);
    }

    /** As an app does it at each start. */
    function initialize(given: Partial<Configuration> = {}): void {
      const { issuer, mobileUrl, clientId, redirectUri, ...ports } = optionsFor(line, user);
      const browse = (url: string) => throughLogin(shared.running, user, url);
      const kept = { storage: memoryStorage(), keys: keysInMemory(), crypto: webcrypto as never };
      app.configure({ ...ports, ...kept, browse, deviceName: 'Pixel', log: () => undefined, ...given });
      const profile = JSON.stringify({ issuer, mobileUrl, clientId, redirectUri });
      expect(app.call('initialize', profile, 'gateway', '443', '', '', '', '', 0)).toEqual({ error: NO_ERROR });
    }

    async function loggedIn(given: Partial<Configuration> = {}): Promise<void> {
      await initialized(given);
      await app.event('getUser');
      app.call('setUser', user.userId);
      await app.event('onUserLoggedIn');
    }

    async function answered(uuid: string, response: string): Promise<any> {
      expect(app.call('updateNotification', uuid, response)).toEqual({ error: NO_ERROR });
      return app.event('onUpdateNotification');
    }

    it('initializes, asks for the user, logs in and logs off', async () => {
      await initialized();
      expect(await app.event('onInitialized')).toEqual({ ...CHALLENGE, error: NO_ERROR });
      expect(await app.event('getUser')).toEqual({
        ...{ recentLoggedInUser: '', rememberedUsers: [], challengeResponse: CHALLENGE, error: NO_ERROR },
      });
      expect(app.call('setUser', user.userId)).toEqual({ error: NO_ERROR });
      const loggedInAs = await app.event('onUserLoggedIn');
      expect(loggedInAs).toEqual({ userID: user.userId, challengeResponse: CHALLENGE, error: NO_ERROR });
      expect(loggedInAs.challengeResponse.status.statusCode).toBe(100);
      expect(loggedInAs.challengeResponse.session.sessionID).toBe(user.sub);
      expect(app.call('getSDKVersion')).toEqual({
        error: NO_ERROR,
        response: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      });
      app.call('setDeviceToken', 'push-token');
      const { devices } = (await shared.portal.get(`/v1/users/${user.userId}/devices`)).body;
      expect(devices).toMatchObject([{ name: 'Pixel' }]);
      expect(app.call('logOff', user.userId)).toEqual({ error: NO_ERROR });
      expect(await app.event('onUserLoggedOff')).toEqual({
        ...{ userID: user.userId, challengeResponse: CHALLENGE, error: NO_ERROR },
      });
      expect((await app.event('getUser')).recentLoggedInUser).toBe(user.userId);
      expect(app.call('getNotifications', 0, '', 1, '', '').error.longErrorCode).toBe(39);
    });

    it('asks for the user again when the login has failed', async () => {
      await initialized();
      await app.event('getUser');
      line.cut();
      app.call('setUser', user.userId);
      const asked = await app.event('getUser');
      expect(asked.challengeResponse.status).toEqual({ statusCode: 102, statusMessage: expect.any(String) });
    });

    it('says what is missing when it was not configured', async () => {
      app = await open();
      expect(app.call('initialize', 'agent', 'host', 443, '', '', '', '', 0).error.longErrorCode).toBe(4);
      expect(app.call('setUser', 'nadia').error.longErrorCode).toBe(39);
    });

    it('lists, answers with a signature, and shows the history', async () => {
      await loggedIn();
      const uuid = await ask(user, { ds_required: true });
      expect(app.call('getNotifications', 10, '', 1, '', '')).toEqual({ error: NO_ERROR });
      const list = await app.event('onGetNotifications');
      expect(list).toEqual(ENVELOPE);
      expect([list.errCode, list.error, list.eMethId]).toEqual([0, NO_ERROR, 14]);
      const { ResponseData, ResponseDataLen, StatusCode, StatusMsg } = list.pArgs.response;
      expect([StatusCode, StatusMsg]).toEqual([100, 'Success']);
      expect(ResponseDataLen).toBe(Buffer.byteLength(JSON.stringify(ResponseData)));
      expect(ResponseData).toEqual({
        ...{ start: '1', count: '1', total: '1' },
        notifications: [
          {
            ...{ notification_uuid: uuid, ds_required: true, action_performed: '', enterprise_id: 'default' },
            body: [{ lng: 'en', subject: expect.any(String), message: expect.any(String) }],
            actions: [expect.objectContaining({ action: 'accept', authlevel: 0 }), expect.anything()],
            ...{ create_ts: expect.any(String), expiry_timestamp: expect.any(String) },
            ...{ create_ts_epoch: expect.any(Number), expiry_timestamp_epoch: expect.any(Number) },
            content_digest: expect.any(String),
          },
        ],
      });

      const update = await answered(uuid, 'accept');
      expect(update).toEqual(ENVELOPE);
      expect([update.errCode, update.error, update.eMethId]).toEqual([0, NO_ERROR, 15]);
      expect(update.pArgs.response).toMatchObject({
        StatusCode: 100,
        ResponseData: { status_code: 100, message: 'Success', notification_uuid: uuid, is_ds_verified: true },
      });
      expect(await statusOf(uuid)).toMatchObject({ status: 'UPDATED', is_ds_verified: true });

      expect(app.call('getNotificationHistory', '10', '', '1', '', '', 'UPDATED', '', '', '')).toEqual({
        error: NO_ERROR,
      });
      const history = await app.event('onGetNotificationsHistory');
      expect(history).toEqual(ENVELOPE);
      expect(history.pArgs.response.ResponseData).toEqual({
        total_count: 1,
        history: [expect.objectContaining({ notification_uuid: uuid, status: 'UPDATED', signing_status: 'Verified' })],
      });
    });

    it('has every member in empty lists, too', async () => {
      await loggedIn();
      app.call('getNotifications', 0, '', 1, '', '');
      const list = await app.event('onGetNotifications');
      expect(list).toEqual(ENVELOPE);
      expect(list.pArgs.response.ResponseData).toEqual({ notifications: [], start: '1', count: '0', total: '0' });
      app.call('getNotificationHistory', 0, '', 1, '', '', '', '', '', '');
      const history = await app.event('onGetNotificationsHistory');
      expect(history).toEqual(ENVELOPE);
      expect(history.pArgs.response.ResponseData).toEqual({ history: [], total_count: 0 });
    });

    it.each([
      ['a start of 0', 'getNotifications', [10, '', 0, '', '']],
      ['a count that is none', 'getNotifications', ['ten', '', 1, '', '']],
      ['an object for a text', 'getNotificationHistory', [10, {}, 1, '', '', '', '', '', '']],
      ['no answer', 'updateNotification', ['0198c7b0-0000-7000-8000-000000000000', '']],
      ['a password that nobody asked for', 'setPassword', ['secret', 3]],
    ])('refuses %s at once', async (_what, name, given) => {
      await loggedIn();
      expect(app.call(name, ...given)).toEqual({
        error: { longErrorCode: 4, shortErrorCode: 4, errorString: 'Invalid arguments' },
      });
    });

    it('gives an envelope with every member for each failure', async () => {
      await loggedIn();
      app.call('getNotifications', 10, '', 1, 'yesterday', '');
      const dates = await app.event('onGetNotifications');
      expect(dates).toEqual(ENVELOPE);
      expect([dates.errCode, dates.error.longErrorCode, dates.pArgs.response.StatusCode]).toEqual([4, 4, 4]);
      expect(dates.pArgs.response.ResponseData).toMatchObject({ notifications: [], total: '0', reason: 'invalid' });

      const unknown = await answered('0198c7b0-0000-7000-8000-000000000000', 'accept');
      expect(unknown).toEqual(ENVELOPE);
      expect(unknown.pArgs.response).toMatchObject({
        StatusCode: 4,
        ResponseData: { status_code: 4, message: expect.any(String), is_ds_verified: false, reason: 'unknown' },
      });

      line.cut();
      app.call('getNotificationHistory', 0, '', 1, '', '', '', '', '', '');
      const offline = await app.event('onGetNotificationsHistory');
      expect(offline).toEqual(ENVELOPE);
      expect([offline.errCode, offline.pArgs.response.ResponseData]).toEqual([
        39,
        { history: [], total_count: 0, reason: 'offline' },
      ]);
      line.mend();

      await shared.portal.put(`/v1/users/${user.userId}/status`, { status: 'PAUSED' });
      app.call('getNotifications', 10, '', 1, '', '');
      const blocked = await app.event('onGetNotifications');
      expect(blocked).toEqual(ENVELOPE);
      expect([blocked.errCode, blocked.pArgs.response.StatusCode]).toEqual([141, 141]);
    });

    it('asks for the password before an answer that needs it, again when it was wrong', async () => {
      await loggedIn();
      const uuid = await ask(user, { actions: [{ label: 'Pay', action: 'pay', authlevel: 1 }] });
      app.call('getNotifications', 0, '', 1, '', '');
      await app.event('onGetNotifications');
      expect(app.call('updateNotification', uuid, 'pay')).toEqual({ error: NO_ERROR });
      const asked = await app.event('getPassword');
      expect(asked).toEqual({
        ...{ userID: user.userId, challengeMode: 3, attemptsLeft: 5, challengeResponse: CHALLENGE, error: NO_ERROR },
      });
      expect(asked.challengeResponse.status.statusCode).toBe(100);
      expect(app.call('setPassword', 'wrong', 3)).toEqual({ error: NO_ERROR });
      const again = await app.event('getPassword');
      expect([again.attemptsLeft, again.challengeResponse.status.statusCode]).toEqual([4, 102]);
      expect(app.call('setPassword', PASSWORD, 3)).toEqual({ error: NO_ERROR });
      const update = await app.event('onUpdateNotification');
      expect(update).toEqual(ENVELOPE);
      expect(update.pArgs.response.ResponseData).toMatchObject({ status_code: 100, notification_uuid: uuid });
    });

    it('says in a sentence what it was not given, and throws nothing', async () => {
      [app, line, user] = [await open(), newLine(), await appUser(shared.running)];
      const { fetch, ...rest } = optionsFor(line, user);
      app.configure({ ...rest, fetch, crypto: {} as never, browse: undefined as never });
      expect(app.call('initialize', '', '', '', '', '', '', '', 0).error).toEqual({
        ...{ longErrorCode: 4, shortErrorCode: 4, errorString: 'configure() needs browse, crypto, storage, keys' },
      });
    });

    it('signs data that it shows, after the password, and gives up when the app says so', async () => {
      await loggedIn();
      const terms = ['I accept the terms.', 1, 0, 'Opening an account'];
      expect(app.call('authenticateUserAndSignData', ...terms)).toEqual({ error: NO_ERROR });
      const { challengeMode, attemptsLeft } = await app.event('getPassword');
      expect([challengeMode, attemptsLeft]).toEqual([12, 5]);
      expect(app.call('setPassword', PASSWORD, 3).error.longErrorCode).toBe(4);
      expect(app.call('setPassword', 'wrong', 12)).toEqual({ error: NO_ERROR });
      expect((await app.event('getPassword')).challengeResponse.status.statusCode).toBe(102);
      expect(app.call('setPassword', PASSWORD, 12)).toEqual({ error: NO_ERROR });
      const told = await app.event('onAuthenticateUserAndSignData');
      expect(told).toEqual({
        ...{ dataPayload: 'I accept the terms.', dataPayloadLength: 19, reason: 'Opening an account' },
        ...{ payloadSignature: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/), dataSignatureID: expect.any(String) },
        ...{ authLevel: 1, authenticationType: 0, status: { statusCode: 100, statusMessage: 'Success' } },
        error: NO_ERROR,
      });
      expect(await statusOf(told.dataSignatureID)).toMatchObject({
        ...{ kind: 'signature', action_response: 'sign', evidence: { statement: told.payloadSignature } },
      });

      app.call('authenticateUserAndSignData', ...terms);
      await app.event('getPassword');
      expect(app.call('resetAuthenticateUserAndSignDataState')).toEqual({ error: NO_ERROR });
      expect(app.call('setPassword', PASSWORD, 12).error.longErrorCode).toBe(4);
      await until(async () => {
        app.call('getNotifications', 0, '', 1, '', '');
        return (await app.event('onGetNotifications')).pArgs.response.ResponseData.total === '0';
      });
    });

    it('signs data of a declared type, and says what it does not sign', async () => {
      await loggedIn();
      const payment = {
        ...{ type: 'payment_initiation', instructedAmount: { amount: '25.00', currency: 'EUR' } },
        ...{ creditorName: 'Bookshop', creditorAccount: { iban: 'DE02100100109307118603' } },
      };
      app.call('authenticateUserAndSignData', JSON.stringify(payment), 0, 0, '');
      const { dataSignatureID } = await app.event('onAuthenticateUserAndSignData');
      expect((await statusOf(dataSignatureID)).evidence.request.authorization_details).toEqual([payment]);
      app.call('authenticateUserAndSignData', '{"type":"house"}', 0, 0, '');
      expect(await app.event('onAuthenticateUserAndSignData')).toMatchObject({
        ...{ payloadSignature: '', status: { statusCode: 4 }, error: { longErrorCode: 4 } },
      });
      for (const [level, type] of [
        [2, 0],
        [4, 0],
        [0, 3],
      ]) {
        expect(app.call('authenticateUserAndSignData', 'text', level, type, '').error.longErrorCode).toBe(214);
      }
      expect(app.call('authenticateUserAndSignData', 'a'.repeat(501), 0, 0, '').error.longErrorCode).toBe(4);
    });

    it('answers by code 170 what has no meaning here', async () => {
      app = await open();
      for (const [name, why] of Object.entries(UNSUPPORTED)) {
        expect([name, app.call(name, 'one', 'two')]).toEqual([
          name,
          { error: { longErrorCode: 170, shortErrorCode: 170, errorString: why } },
        ]);
      }
    });

    it('answers calls that have nothing to do here, and renews the session', async () => {
      await loggedIn();
      expect(app.call('setPassword', 'a password', 1).error.longErrorCode).toBe(170);
      expect(app.call('takeActionOnThreats', '[]')).toEqual({ error: NO_ERROR });
      expect(app.call('getAllChallenges', user.userId)).toEqual({ error: NO_ERROR });
      expect(await app.event('onCredentialsAvailableForUpdate')).toEqual({
        ...{ userID: user.userId, options: [], error: NO_ERROR },
      });
      line.sent.length = 0;
      expect(app.call('extendSessionIdleTimeout')).toEqual({ error: NO_ERROR });
      expect(await app.event('onSessionExtensionResponse')).toEqual({
        ...{ userID: user.userId, status: { statusCode: 100, statusMessage: 'Success' }, error: NO_ERROR },
      });
      expect(line.sent.filter((path) => path.endsWith('/token'))).toHaveLength(1);
    });

    it('speaks the language that the app tells to initialize', async () => {
      await loggedIn();
      const { issuer, mobileUrl, clientId, redirectUri } = optionsFor(line, user);
      const profile = JSON.stringify({ issuer, mobileUrl, clientId, redirectUri });
      const language = { internationalizationOptions: { localeCode: 'de-DE', localeName: 'German' } };
      app.call('initialize', profile, 'gateway', '443', '', '', '', '', 0, JSON.stringify(language));
      await app.event('onUserLoggedIn');
      line.cut();
      app.call('getNotifications', 0, '', 1, '', '');
      expect((await app.event('onGetNotifications')).pArgs.response.StatusMsg).toMatch(/^Sie sind offline/);
    });

    it('knows the user who signed in, whoever was typed', async () => {
      await initialized();
      await app.event('getUser');
      app.call('setUser', 'somebody.else');
      expect((await app.event('onUserLoggedIn')).userID).toBe(user.userId);
      app.call('logOff', 'somebody.else');
      expect((await app.event('onUserLoggedOff')).userID).toBe(user.userId);
    });

    it('drops a password that nobody gives, without a word, when the user answers anew', async () => {
      await loggedIn();
      const uuid = await ask(user, { actions: [PAY, { label: 'No', action: 'no', authlevel: 0 }] });
      app.call('getNotifications', 0, '', 1, '', '');
      await app.event('onGetNotifications');
      app.call('updateNotification', uuid, 'pay');
      await app.event('getPassword');
      // The user cancels, which the app keeps for itself, and tries again.
      app.call('updateNotification', uuid, 'pay');
      expect((await app.event('getPassword')).attemptsLeft).toBe(5);
      app.call('updateNotification', uuid, 'no');
      expect((await app.event('onUpdateNotification')).pArgs.response.StatusCode).toBe(100);
      expect(app.call('setPassword', PASSWORD, 3).error.longErrorCode).toBe(4);
      app.call('getNotifications', 0, '', 1, '', '');
      await app.event('onGetNotifications');
      expect(app.told()).toEqual(['onInitialized']);
    });

    it('tells the attempts that the service counts, 153 for the last, and then that the user is logged off', async () => {
      await loggedIn();
      const uuid = await ask(user, { actions: [PAY] });
      app.call('getNotifications', 0, '', 1, '', '');
      await app.event('onGetNotifications');
      const left: number[] = [];
      for (const count of [2, 3]) {
        app.call('updateNotification', uuid, 'pay');
        for (let tried = 0; tried < count; tried += 1) {
          left.push((await app.event('getPassword')).attemptsLeft);
          app.call('setPassword', 'wrong', 3);
        }
        if (count === 2) await app.event('getPassword');
      }
      expect(left).toEqual([5, 4, 3, 2, 1]);
      const update = await app.event('onUpdateNotification');
      expect([update.errCode, update.pArgs.response.StatusCode]).toEqual([0, 153]);
      expect((await app.event('onUserLoggedOff')).userID).toBe(user.userId);
      expect((await app.event('getUser')).recentLoggedInUser).toBe(user.userId);
      expect(app.call('getNotifications', 0, '', 1, '', '').error.longErrorCode).toBe(39);
    });

    it('tells when the service has ended the session, after the call that found it out', async () => {
      await loggedIn();
      await shared.portal.put(`/v1/users/${user.userId}/status`, { status: 'RESET' });
      app.call('getNotifications', 0, '', 1, '', '');
      expect((await app.event('onGetNotifications')).pArgs.response.StatusCode).toBe(110);
      expect((await app.event('onUserLoggedOff')).userID).toBe(user.userId);
      await app.event('getUser');
    });

    it('sends a push token that was told before the session was restored', async () => {
      const kept = { storage: memoryStorage(), keys: keysInMemory() };
      await loggedIn(kept);
      app.call('setDeviceToken', 'another-push-token');
      await until(() => line.sent.some((path) => path.endsWith('/UpdateDevice')));
      line.sent.length = 0;
      app = await open();
      app.call('setDeviceToken', 'the-newest-push-token');
      initialize(kept);
      await app.event('onUserLoggedIn');
      await until(() => line.sent.filter((path) => path.endsWith('/UpdateDevice')).length > 0);
    });

    it('tells that the phone could not be registered', async () => {
      const told: unknown[] = [];
      const keys = { ...keysInMemory(), create: () => Promise.reject(new Error('no hardware')) };
      await loggedIn({ keys, onDeviceNotRegistered: (error) => told.push(error.code) });
      expect(told).toEqual(['unavailable']);
    });
  });
});
