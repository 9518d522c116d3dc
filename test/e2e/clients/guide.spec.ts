import { jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { webcrypto } from 'node:crypto';
import { appUser, optionsFor, signedInApp, throughLogin } from '../../support/app-of-a-user.js';
import { memoryStorage } from '../../../clients/typescript/src/index.js';
import { fakePhone } from '../../support/fake-phone.js';
import { keysInMemory } from '../../support/keys-in-memory.js';
import { Person } from '../../support/person.js';
import { PASSWORD } from '../../support/signing-in.js';
import { ask, newLine, shared, statusOf, until } from './shared.js';

const example = (name: string): Promise<any> => import(`../../../examples/client-library/${name}.mjs`);

/** The programs of the guide, as they are printed there: each is run with the built package. */
describe('The guide', () => {
  beforeEach(() => void jest.spyOn(console, 'debug').mockImplementation(() => undefined));
  afterEach(() => void jest.restoreAllMocks());

  it('A page in a browser signs in, lists, and answers by its password', async () => {
    const { openInbox } = await example('browser');
    const [line, user] = [newLine(), await appUser(shared.running)];
    const uuid = await ask(user, { actions: [{ label: 'Pay', action: 'pay', authlevel: 1 }], ds_required: false });
    let [shown, went]: [any[], string] = [[], ''];
    const said: string[] = [];
    const ports = { ...optionsFor(line, user) };
    const storage = new Map<string, string>();
    const kept = {
      get: async (key: string) => storage.get(key),
      set: async (key: string, value: string) => void storage.set(key, value),
      delete: async (key: string) => void storage.delete(key),
    };
    const open = (url: string) =>
      openInbox({
        settings: { ...ports, storage: kept },
        page: { url, language: 'de', goTo: (to: string) => (went = to) },
        show: (items: any[]) => (shown = items),
        tell: (text: string) => said.push(text),
        askPassword: async () => PASSWORD,
      });
    await open('https://app.example/');
    const inbox = await open(await throughLogin(shared.running, user, went));
    expect(shown.map(({ notification_uuid }) => notification_uuid)).toEqual([uuid]);
    await inbox.answer(shown[0], 'pay');
    expect(said.at(-1)).toBe('Thank you.');
    await until(() => shown.length === 0);
    await inbox.answer({ actions: [], body: [] }, 'pay');
    expect(said.at(-1)).toMatch(/^Das hat nicht geklappt/);
    expect((await statusOf(uuid)).is_ds_verified).toBe(true);
    await inbox.signOut();
  });

  it('A program in Node waits for what it is told', async () => {
    const { listen } = await example('node');
    const [line, user] = [newLine(), await appUser(shared.running, { redirectUris: ['http://127.0.0.1/callback'] })];
    const { issuer, mobileUrl, clientId, fetch, WebSocket } = optionsFor(line, user);
    let answered: Promise<unknown> | undefined;
    const running = await listen({
      ...{ issuer, mobileUrl, clientId, ports: { fetch, WebSocket } },
      browse: async (url: string) => {
        const person = new Person(shared.running);
        const { left } = await person.send(await person.open(url), '/login', {
          login: user.userId,
          password: PASSWORD,
        });
        await globalThis.fetch(left!);
      },
      told: (_item: unknown, answer: (response: string) => Promise<unknown>) => (answered = answer('accept')),
    });
    expect(running.userId).toBe(user.userId);
    const uuid = await ask(user);
    await until(() => answered !== undefined);
    await answered;
    expect((await statusOf(uuid)).action_response).toBe('accept');
    running.stop();
  });

  it('An app for React Native keeps its secrets where the phone keeps them, and a new phone registers by an approval on the old one', async () => {
    const [line, user] = [newLine(), await appUser(shared.running, { redirectUris: ['com.example.wallet:/callback'] })];
    const openAuth = async (url: string) => ({ type: 'success', url: await throughLogin(shared.running, user, url) });
    const device = fakePhone(openAuth);
    for (const [name, exported] of Object.entries(device.modules)) {
      jest.unstable_mockModule(name, () => exported, { virtual: true });
    }
    const { openApp } = await example('react-native');
    const { fetch, WebSocket, ...settings } = optionsFor(line, user);
    const client = await openApp({ settings, platform: 'ios', ports: { fetch, WebSocket } });
    expect(device.prompts).toEqual(['Confirm']); // for the proof of the registration
    const uuid = await ask(user, { ds_required: true });
    const { items } = await client.notifications.list();
    device.state.userSaysNo = true;
    await expect(client.notifications.answer(items[0], 'accept')).rejects.toMatchObject({ code: 'step_up' });
    device.state.userSaysNo = false;
    device.prompts.length = 0;
    await client.notifications.answer(items[0], 'accept');
    expect(device.prompts).toEqual(['Confirm']);
    expect((await statusOf(uuid)).signing_status).toBe('Verified');
    expect([...device.kept.keys()].every((key) => /^countersign\.[\w.-]+$/.test(key))).toBe(true);
    client.disconnect();

    const again = await openApp({ settings, platform: 'ios', ports: { fetch, WebSocket } });
    expect(again.session).toMatchObject({ userId: user.userId });
    const paying = await ask(user, { actions: [{ label: 'Pay', action: 'pay', authlevel: 1 }] });
    const item = (await again.notifications.list()).items.find((one: any) => one.notification_uuid === paying);
    device.keys.clear();
    line.sent.length = 0;
    await expect(again.notifications.answer(item, 'pay')).rejects.toMatchObject({ code: 'signature' });
    expect(line.sent).not.toContain('BeginStepUp');
    await again.device.remove();

    const old = await signedInApp(newLine(), user);
    await old.device.register({ name: 'Old phone' });
    device.prompts.length = 0;
    const asked = await again.device.requestApproval({ name: 'New phone', platform: 'ios' });
    const approval = (await old.notifications.list()).items.find(({ actions }) =>
      actions.some(({ label }) => label === asked.number),
    )!;
    const { action } = approval.actions.find(({ label }) => label === asked.number)!;
    await old.notifications.answer(approval, action);
    expect(await asked.registered()).toMatchObject({ name: 'New phone' });
    expect(new Set(device.prompts)).toEqual(new Set(['Confirm'])); // the new key is in the phone's hardware
    again.disconnect();
  });

  it.each([
    ['react-native-setup', {}],
    ['cordova-setup', { plugin: 'com.example.plugin.RdnaClient' }],
  ])('%s is all that an app for the original library needs', async (name, given) => {
    const told = new EventEmitter();
    const device = { emit: (event: string, payload: any) => void told.emit(event, JSON.parse(payload.response)) };
    const reactNative = { DeviceEventEmitter: device, NativeModules: {} as any, Platform: { OS: 'ios' } };
    const phone = { storage: memoryStorage(), keys: keysInMemory(), crypto: webcrypto };
    jest.resetModules();
    jest.unstable_mockModule('react-native', () => ({ ...reactNative, default: reactNative }), { virtual: true });
    const document = new EventTarget();
    for (const event of ['getUser', 'onUserLoggedIn', 'onInitializeError']) {
      document.addEventListener(event, ({ response }: any) => told.emit(event, JSON.parse(response)));
    }
    Object.assign(globalThis, { document });
    try {
      const { setUp } = await example(name);
      const [line, user] = [newLine(), await appUser(shared.running)];
      const browse = (url: string) => throughLogin(shared.running, user, url);
      setUp({ ...given, browse, ...phone, ports: { ...optionsFor(line, user), ...phone } });
      const plugin = reactNative.NativeModules['RdnaClient'] ?? (globalThis as any).com.example.plugin.RdnaClient;
      const call = (method: string, ...values: unknown[]) =>
        name.startsWith('cordova') ? plugin[method](null, null, values) : plugin[method](...values, () => undefined);
      const next = (event: string) => new Promise<any>((resolve) => told.once(event, resolve));
      const asked = next('getUser');
      call('initialize', '', '', '', '', '', '', '', 0);
      await asked;
      const loggedIn = next('onUserLoggedIn');
      call('setUser', user.userId);
      expect((await loggedIn).userID).toBe(user.userId);
    } finally {
      delete (globalThis as any).document;
      delete (globalThis as any).com;
    }
  });
});
