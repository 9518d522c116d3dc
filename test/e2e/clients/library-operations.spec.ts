import { createPublicKey, type KeyObject } from 'node:crypto';
import { compactVerify, decodeProtectedHeader } from 'jose';
import {
  type ActiveNotification,
  type Client,
  type ClientOptions,
  memoryStorage,
} from '../../../clients/typescript/src/index.js';
import { appOf, type AppUser, appUser, type Line, signedInApp } from '../../support/app-of-a-user.js';
import { fetchAt } from '../../support/relying-party.js';
import { PASSWORD } from '../../support/signing-in.js';
import { ask, codeOf, failureOf, newLine, shared, statusOf } from './shared.js';

interface Prepared {
  readonly line: Line;
  readonly user: AppUser;
  readonly app: Client;
}

async function prepared(options: Partial<ClientOptions> = {}): Promise<Prepared> {
  const [line, user] = [newLine(), await appUser(shared.running)];
  return { line, user, app: await signedInApp(line, user, options) };
}

async function only(app: Client): Promise<ActiveNotification> {
  const { items } = await app.notifications.list();
  if (items.length !== 1) throw new Error(`There are ${items.length}`);
  return items[0]!;
}

const eventOf = (StatusCode: number, ResponseData: object): string =>
  JSON.stringify({ event: 'on', response: { StatusCode, StatusMsg: 'x', ResponseData } });

const WAYS = ['by HTTP', 'over the socket'] as const;

describe('Operations', () => {
  describe.each(WAYS)('%s', (way) => {
    async function ready(options: Partial<ClientOptions> = {}): Promise<Prepared> {
      const all = await prepared(options);
      if (way === 'over the socket') await all.app.connect();
      all.line.sent.length = 0;
      return all;
    }
    const usedWay = ({ line }: Prepared): boolean =>
      line.sent.some((one) => one.startsWith('/mobile/')) === (way === 'by HTTP');

    it('lists what waits and what is over', async () => {
      const all = await ready();
      const { app, user } = all;
      const uuid = await ask(user);
      const { items, ...page } = await app.notifications.list({ count: 5 });
      expect(page).toEqual({ start: 1, count: 1, total: 1 });
      expect(items[0]).toMatchObject({
        notification_uuid: uuid,
        ds_required: false,
        content_digest: expect.any(String),
      });
      await app.notifications.dismiss(uuid);
      const history = await app.notifications.history({ status: 'DISMISSED', search: 'PAYMENT', from: new Date(0) });
      expect(history).toEqual({
        total: 1,
        items: [expect.objectContaining({ notification_uuid: uuid, status: 'DISMISSED', signing_status: 'NA' })],
      });
      expect(usedWay(all)).toBe(true);
    });

    it('answers what needs no signature', async () => {
      const { app, user } = await ready();
      const uuid = await ask(user);
      expect(await app.notifications.answer(await only(app), 'accept')).toEqual({
        ...{ notification_uuid: uuid, response: 'accept', message: 'Success', is_ds_verified: false, foundOut: false },
      });
      expect(await statusOf(uuid)).toMatchObject({ status: 'UPDATED', action_response: 'accept' });
    });

    it('signs data that the app shows, and none that the service has exchanged', async () => {
      const profile = { authorizationDetailsTypes: ['plain_text'] };
      const [line, user] = [newLine(), await appUser(shared.running, profile)];
      const app = await signedInApp(line, user);
      await app.device.register({ name: 'My phone' });
      if (way === 'over the socket') await app.connect();
      const { notification_uuid: uuid } = await app.notifications.sign({ type: 'plain_text', text: 'I agree.' });
      expect(await statusOf(uuid)).toMatchObject({ kind: 'signature', action_response: 'sign', is_ds_verified: true });
      app.disconnect();
      line.instead = (url, init) =>
        fetchAt(shared.running)(url, { ...init, body: String(init.body).replace('agree', 'owe') });
      expect(await codeOf(app.notifications.sign({ type: 'plain_text', text: 'I agree.' }))).toBe('tampered');
    });

    it('signs with the key of its device what it has shown', async () => {
      const { app, user } = await ready();
      const device = await app.device.register({ name: 'My phone', platform: 'ios' });
      expect(await app.device.current()).toEqual(device);
      const body = [
        { lng: '😀', subject: 'Emoji', message: '"quoted" \u2028 ünïcode' },
        { lng: '！', subject: 'Fullwidth', message: 'm', label: { Yes: 'ja' } },
      ];
      const actions = [{ label: 'Yes', action: 'yes', authlevel: 0 }];
      const uuid = await ask(user, { ds_required: true, body, actions });
      const result = await app.notifications.answer(await only(app), 'yes');
      expect(result.is_ds_verified).toBe(true);
      const { evidence, signing_status } = await statusOf(uuid);
      expect(signing_status).toBe('Verified');
      expect(decodeProtectedHeader(evidence.statement)).toEqual({ alg: 'ES256', kid: device.deviceId });
      const key: KeyObject = createPublicKey({ key: evidence.device.public_key, format: 'jwk' });
      const { payload } = await compactVerify(evidence.statement, key);
      expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({ notification_uuid: uuid, response: 'yes' });
    });

    it('confirms an answer by the password of the user', async () => {
      const asked: unknown[] = [];
      const { app, user } = await ready({
        onStepUp: ({ methods, response }) => {
          asked.push([response, methods.map(({ type }) => type)]);
          return Promise.resolve({ type: 'password', password: asked.length === 1 ? 'wrong' : PASSWORD });
        },
      });
      const uuid = await ask(user, { actions: [{ label: 'Pay', action: 'pay', authlevel: 1 }] });
      expect(await codeOf(app.notifications.answer(await only(app), 'pay'))).toBe('step_up');
      expect((await app.notifications.answer(await only(app), 'pay')).message).toBe('Success');
      expect(asked).toEqual([
        ['pay', ['password']],
        ['pay', ['password']],
      ]);
      expect((await statusOf(uuid)).action_response).toBe('pay');
    });

    it('says why an answer was refused', async () => {
      const { app, user } = await ready();
      await ask(user);
      const item = await only(app);
      expect(await codeOf(app.notifications.answer(item, 'pay'))).toBe('invalid');
      await app.notifications.dismiss(item.notification_uuid);
      const error = await failureOf(app.notifications.answer(item, 'accept'));
      expect(error).toMatchObject({ code: 'finished', statusCode: 4, reason: 'finished' });
      expect(error.userMessage).toBe('This request was answered already.');
      expect(error.response).toMatchObject({ StatusCode: 4 });
      expect(await codeOf(app.notifications.dismiss('0198c7b0-0000-7000-8000-000000000000'))).toBe(
        'unknown_notification',
      );
    });

    it('finds out what has become of an answer whose own answer was lost', async () => {
      const { app, user, line } = await ready();
      const uuid = await ask(user);
      const item = await only(app);
      line.losesAnswerTo = /UpdateNotification/;
      const result = await app.notifications.answer(item, 'reject');
      expect(result).toMatchObject({ notification_uuid: uuid, response: 'reject', foundOut: true });
      expect(line.sent.filter((one) => one.endsWith('UpdateNotification'))).toHaveLength(1);
    });

    it('tells a blocked user', async () => {
      const { app, user } = await ready();
      await shared.portal.put(`/v1/users/${user.userId}/status`, { status: 'PAUSED' });
      expect(await codeOf(app.notifications.list())).toBe('blocked');
    });
  });

  it('refuses to sign what differs from its digest', async () => {
    const { app, user, line } = await prepared();
    await app.device.register({ name: 'Phone' });
    const uuid = await ask(user, { ds_required: true });
    const item = await only(app);
    const altered = { ...item, body: [{ ...item.body[0]!, message: 'Pay 2.00 EUR?' }] };
    line.sent.length = 0;
    expect(await codeOf(app.notifications.answer(altered, 'accept'))).toBe('tampered');
    expect(line.sent).toEqual([]);
    expect((await statusOf(uuid)).status).toBe('ACTIVE');
  });

  it('asks for a device before it asks for a password', async () => {
    let asked = 0;
    const { app, user } = await prepared({ onStepUp: () => Promise.resolve((asked++, null)) });
    await app.device.register({ name: 'Phone' });
    await ask(user, { ds_required: true, actions: [{ label: 'Pay', action: 'pay', authlevel: 1 }] });
    const item = await only(app);
    expect(await codeOf(app.notifications.answer(item, 'pay'))).toBe('step_up');
    await app.device.remove();
    expect(await codeOf(app.notifications.answer(item, 'pay'))).toBe('signature');
    expect(asked).toBe(1);
  });

  it('renames its device, gives it a push token, and removes it', async () => {
    const { app, user } = await prepared();
    await app.device.register({ name: 'Phone', platform: 'android', pushToken: 'token-1' });
    expect((await app.device.rename('Kitchen')).name).toBe('Kitchen');
    await app.device.setPushToken('token-2');
    const devices = async () => (await shared.portal.get(`/v1/users/${user.userId}/devices`)).body.devices;
    expect(await devices()).toMatchObject([{ name: 'Kitchen', platform: 'android' }]);
    await app.device.register({ name: 'Again' });
    expect(await devices()).toMatchObject([{ name: 'Again' }]);
    await app.device.remove();
    expect(await app.device.current()).toBeNull();
  });

  it('keeps a device that the app registers while it removes the previous one', async () => {
    const { app, line } = await prepared();
    await app.device.register({ name: 'Phone' });
    line.instead = async (url, init) => {
      if (url.endsWith('/RemoveDevice')) {
        line.instead = undefined;
        await app.device.register({ name: 'Next' });
      }
      return fetchAt(shared.running)(url, init);
    };
    await app.device.remove();
    expect(await app.device.current()).toMatchObject({ name: 'Next' });
  });

  it('can still sign when a removal did not reach the service', async () => {
    const { app, user, line } = await prepared();
    await app.device.register({ name: 'Phone' });
    const uuid = await ask(user, { ds_required: true });
    line.instead = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await codeOf(app.device.remove())).toBe('offline');
    line.instead = undefined;
    await app.notifications.answer(await only(app), 'accept');
    expect((await statusOf(uuid)).status).not.toBe('ACTIVE');
  });

  it('asks for a new login when the last one was too long ago to register a device', async () => {
    const { app, line } = await prepared();
    line.instead = async (url, init) => {
      line.instead = url.endsWith('/BeginDevice') ? line.instead : undefined;
      if (url.endsWith('/RegisterDevice')) return new Response(eventOf(102, { reason: 'step_up' }));
      return fetchAt(shared.running)(url, init);
    };
    expect(await codeOf(app.device.register({ name: 'Phone' }))).toBe('login_required');
    expect(await app.device.current()).toBeNull();
  });

  describe('on a new phone', () => {
    /** An old phone of the user, a new one that asks, and what the old one shows. */
    async function asking() {
      const { app: old, user } = await prepared();
      await old.device.register({ name: 'Old phone' });
      const line = newLine();
      const app = await signedInApp(line, user);
      const asked = await app.device.requestApproval({ name: 'New phone', platform: 'ios' });
      return { old, app, line, asked, item: await only(old) };
    }
    const actionOf = ({ actions }: { actions: readonly { label: string; action: string }[] }, number: string) =>
      actions.find(({ label }) => label === number)?.action ?? '';

    it('asks on the old one, shows a number, and registers the device once it was chosen', async () => {
      const { old, app, asked, item } = await asking();
      expect(asked).toMatchObject({ number: expect.stringMatching(/^\d\d$/), devices: ['Old phone'] });
      await old.notifications.answer(item, actionOf(item, asked.number));
      expect(await asked.registered()).toMatchObject({ name: 'New phone' });
      expect(await app.device.current()).toMatchObject({ name: 'New phone' });
    });

    it('asks nobody while it is offline, gives up when it is told to, and fails with approval_needed once another number was chosen', async () => {
      const { old, app, line, asked, item } = await asking();
      line.cut();
      const again = await app.device.requestApproval({ name: 'New phone' }).catch((error: unknown) => error);
      expect(again).toMatchObject({ code: 'offline' });
      line.mend();
      const other = item.actions.find(({ label }) => /^\d\d$/.test(label) && label !== asked.number)?.action ?? '';
      await old.notifications.answer(item, other).catch(() => undefined);
      expect(await codeOf(asked.registered())).toBe('approval_needed');
      const given = await app.device.requestApproval({ name: 'New phone' });
      expect(await failureOf(given.registered({ signal: { aborted: true } }))).toMatchObject({ reason: 'given up' });
      expect(await app.device.current()).toBeNull();
    });

    it('says of a registration that another phone has to approve it', async () => {
      const { app, line } = await prepared();
      line.instead = async (url, init) =>
        url.endsWith('/RegisterDevice')
          ? new Response(eventOf(102, { reason: 'approval' }))
          : fetchAt(shared.running)(url, init);
      expect(await codeOf(app.device.register({ name: 'Phone' }))).toBe('approval_needed');
    });
  });

  it('sends nothing while it is offline, and says so', async () => {
    const { app, user, line } = await prepared();
    const uuid = await ask(user);
    const item = await only(app);
    line.cut();
    const error = await failureOf(app.notifications.answer(item, 'accept'));
    expect([error.code, error.userMessage]).toEqual(['offline', expect.stringContaining('Nothing was sent')]);
    line.mend();
    await app.notifications.list();
    expect(line.sent.filter((one) => one.endsWith('UpdateNotification'))).toHaveLength(1);
    expect((await statusOf(uuid)).status).toBe('ACTIVE');
  });

  it('does not send what has expired meanwhile', async () => {
    const { app, user, line } = await prepared();
    await ask(user);
    const item = await only(app);
    line.sent.length = 0;
    const late = { ...item, expiry_timestamp_epoch: Date.now() - 2_000 };
    expect(await codeOf(app.notifications.answer(late, 'accept'))).toBe('expired');
    expect(line.sent).toEqual([]);
  });

  it('answers once when two devices answer at once', async () => {
    const { app, user, line } = await prepared();
    const other = await signedInApp(line, user);
    await ask(user);
    const item = await only(app);
    const outcomes = await Promise.allSettled([
      app.notifications.answer(item, 'accept'),
      other.notifications.answer(item, 'reject'),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it.each([
    ['no JSON', '<html>'],
    ['a list', '[]'],
    ['a deep one', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['an event without data', '{"event":"onGetNotifications","response":{"StatusCode":100}}'],
    [
      'items of another form',
      '{"event":"x","response":{"StatusCode":100,"ResponseData":{"notifications":[{"body":1}]}}}',
    ],
  ])('refuses an answer of the server that is %s', async (_name, text) => {
    const { app, line } = await prepared();
    line.instead = async () => new Response(text);
    expect(await codeOf(app.notifications.list())).toBe('unavailable');
  });

  it('stops reading an answer that does not end', async () => {
    const { app, line } = await prepared();
    let given = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        given += 1;
        controller.enqueue(new Uint8Array(1024 * 1024).fill(32));
      },
    });
    line.instead = async () => new Response(endless);
    expect(await codeOf(app.notifications.list())).toBe('offline');
    expect(given).toBeLessThan(80);
  });

  it('gives up after its time', async () => {
    const storage = memoryStorage();
    const { line, user } = await prepared({ storage });
    const app = appOf(line, user, { storage, timeout: 200 });
    await app.restore();
    line.instead = () => new Promise(() => undefined);
    expect(await codeOf(app.notifications.list())).toBe('timeout');
  });

  it('says it in the language of the user', async () => {
    const { de } = await import('../../../clients/typescript/src/languages/de.js');
    const { app, line } = await prepared({ language: 'de-AT', texts: [de] });
    line.cut();
    expect((await failureOf(app.notifications.list())).userMessage).toMatch(/^Sie sind offline/);
  });
});
