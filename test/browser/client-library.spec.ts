import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { issuerOf } from '../../src/shared/auth-guard/index.js';
import { type AppUser, appUser, throughLogin } from '../support/app-of-a-user.js';
import { startTestApplication, type TestApplication } from '../support/application.js';
import { PATIENCE_MS, startBrowser } from '../support/browser.js';
import { Authenticator } from '../support/authenticator.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { cordovaFile, nativeHttp } from '../support/cordova.js';
import { newNotification } from '../support/notifications.js';
import { freePorts } from '../support/program.js';
import { MANY_LOGINS, PASSWORD } from '../support/signing-in.js';
import { portalOf, type Portal } from '../support/tokens.js';
import { VirtualAuthenticator } from '../support/virtual-authenticator.js';

describe('The client library', () => {
  const PACKAGE = fileURLToPath(new URL('../../clients/typescript/dist/esm/', import.meta.url));

  let database: TestDatabase;
  let start: () => Promise<TestApplication>;
  let running: TestApplication;
  let portal: Portal;
  let browser: Browser;
  let app: Server;
  /** Of the app: neither the authorization server's nor that of the mobile surface. */
  let origin: string;
  beforeAll(async () => {
    const { AUTH_PORT = '', MOBILE_PORT = '' } = await freePorts();
    const [AUTH_URL, MOBILE_URL] = [AUTH_PORT, MOBILE_PORT].map((port) => `http://localhost:${port}`) as [
      string,
      string,
    ];
    database = await createTestDatabase();
    start = () =>
      startTestApplication({ database, env: { ...MANY_LOGINS, AUTH_PORT, MOBILE_PORT, AUTH_URL, MOBILE_URL } });
    running = await start();
    portal = await portalOf(running, { scopes: ['notifications:read', 'notifications:write'] });
    browser = await startBrowser();
    app = createServer(({ url = '' }, answer) => {
      const [path = ''] = url.slice(1).split('?');
      if (path.startsWith('cordova')) {
        answer.setHeader('Content-Type', path.endsWith('.js') ? 'text/javascript' : 'text/html');
        answer.end(cordovaFile(path));
        return;
      }
      const isPage = path === 'page';
      answer.setHeader('Content-Type', isPage ? 'text/html' : 'text/javascript');
      answer.end(
        isPage ? '<!doctype html><title>App</title><link rel="icon" href="data:,">' : readFileSync(PACKAGE + path),
      );
    });
    await once(app.listen(0, 'localhost'), 'listening');
    origin = `http://localhost:${(app.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await browser.close();
    app.close();
    await running.close();
    await database.release();
  });

  let context: BrowserContext;
  let user: AppUser;
  beforeEach(async () => {
    user = await appUser(running, {
      applicationType: 'web',
      redirectUris: [`${origin}/page`],
      allowedOrigins: [origin],
    });
    context = await browser.newContext();
    context.setDefaultTimeout(PATIENCE_MS);
  });
  afterEach(() => context.close());

  /** A page with a client, `client`, in a variable of its window. `ahead` moves its clock. */
  async function tab(url = `${origin}/page`): Promise<Page> {
    const page = await context.newPage();
    await page.goto(url);
    await open(page);
    return page;
  }

  async function open(page: Page): Promise<void> {
    const settings = {
      issuer: issuerOf(running.config),
      mobileUrl: running.config.mobileUrl,
      clientId: user.client.clientId,
      redirectUri: `${origin}/page`,
    };
    await page.evaluate(
      `import('/index.js').then(({ createClient }) => {
      window.ahead = 0;
      window.settings = ${JSON.stringify(settings)};
      window.changes = [];
      window.logged = [];
      window.client = createClient({
        ...${JSON.stringify(settings)},
        now: () => Date.now() + window.ahead,
        log: (event) => window.logged.push(event.message + ' ' + event.error?.reason),
      });
      client.on('changed', (change) => changes.push(change));
    })`,
    );
  }

  /** What the script yields; a failure as its code. */
  const run = (page: Page, script: string): Promise<any> =>
    page.evaluate(`(async () => { ${script} })().catch((error) => 'failed: ' + (error.code ?? error.stack))`);

  async function signedIn(): Promise<Page> {
    const page = await tab();
    await page.goto((await run(page, 'return client.beginSignIn()')) as string);
    await page.fill('#login', user.userId);
    await page.fill('#password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin}/page?**`);
    await open(page);
    expect(await run(page, 'return (await client.finishSignIn(location.href)).userId')).toBe(user.userId);
    return page;
  }

  async function ask(fields: object = {}): Promise<string> {
    const { body } = await portal.post('/v1/notifications', newNotification(user.userId, fields));
    return body.notification_uuid;
  }

  const ANSWER = `
  const { items: [item] } = await client.notifications.list();
  return (await client.notifications.answer(item, 'accept')).is_ds_verified;`;

  it('signs in, and signs with a key that no script can read, also after a reload', async () => {
    const page = await signedIn();
    await run(page, `await client.device.register({ name: 'Browser' })`);
    await ask({ ds_required: true });
    expect(await run(page, ANSWER)).toBe(true);
    const keys = `
    const request = indexedDB.open('countersign');
    await new Promise((resolve) => (request.onsuccess = resolve));
    const all = request.result.transaction('keys').objectStore('keys').getAll();
    await new Promise((resolve) => (all.onsuccess = resolve));
    const [key] = all.result;
    const exported = await crypto.subtle.exportKey('jwk', key).then(() => 'exported', (error) => error.name);
    return [all.result.length, key.extractable, key.usages.join(), exported];`;
    expect(await run(page, keys)).toEqual([1, false, 'sign', 'InvalidAccessError']);

    await page.reload();
    await open(page);
    expect(await run(page, 'return (await client.restore()).userId')).toBe(user.userId);
    await ask({ ds_required: true });
    expect(await run(page, ANSWER)).toBe(true);
  });

  it('confirms an answer by a passkey, and knows when the user gives up', async () => {
    const page = await signedIn();
    const authenticator = await VirtualAuthenticator.plugInto(context, page);
    const passkey = (await Authenticator.registered(running, user.sub)).exported;
    await authenticator.add({ ...passkey, rpId: 'localhost' });
    const uuid = await ask({ ds_required: false, actions: [{ label: 'Pay', action: 'pay', authlevel: 3 }] });
    const pay = `
    const { confirmByPasskey, createClient } = await import('/index.js');
    const asking = createClient({
      ...window.settings,
      onStepUp: ({ methods }) => confirmByPasskey(methods.find(({ type }) => type === 'passkey')),
    });
    await asking.restore();
    const { items: [item] } = await asking.notifications.list();
    return (await asking.notifications.answer(item, 'pay')).message;`;
    await authenticator.recognise(false);
    expect(await run(page, pay)).toBe('failed: step_up');
    await authenticator.recognise(true);
    expect(await run(page, pay)).toBe('Success');
    expect((await portal.get(`/v1/notifications/${uuid}`)).body).toMatchObject({ status: 'UPDATED' });
  });

  it('renews the tokens once for all tabs', async () => {
    const first = await signedIn();
    const second = await tab();
    await run(second, 'await client.restore()');
    let renewals = 0;
    context.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/oauth/token')) renewals += 1;
    });
    const list = 'window.ahead = 3_600_000; return (await client.notifications.list()).total';
    expect(await Promise.all([run(first, list), run(second, list)])).toEqual([0, 0]);
    expect(renewals).toBe(1);
  });

  it('shows a question in every tab within moments, and takes it away when one has answered', async () => {
    const first = await signedIn();
    const second = await tab();
    await run(second, 'await client.restore()');
    for (const page of [first, second]) await run(page, 'await client.connect()');
    const uuid = await ask();
    const told = `changes.flatMap((one) => one.changes).map((one) => one.notification_uuid + ' ' + one.status)`;
    for (const page of [first, second]) await page.waitForFunction(`${told}.includes('${uuid} ACTIVE')`);
    await run(first, ANSWER);
    await second.waitForFunction(`${told}.includes('${uuid} UPDATED')`);
  });

  it('sends nothing in airplane mode, and is told afterwards what was missed', async () => {
    const page = await signedIn();
    await run(page, 'await client.connect()');
    const uuid = await ask();
    await run(page, 'window.list = await client.notifications.list()');
    await context.setOffline(true);
    await page.waitForFunction(`client.connection === 'offline'`);
    expect(await run(page, `await client.notifications.answer(list.items[0], 'accept')`)).toBe('failed: offline');
    const missed = await ask();
    await context.setOffline(false);
    await page.waitForFunction(`client.connection === 'online'`);
    const told = `changes.flatMap((one) => one.changes).map((one) => one.notification_uuid)`;
    await page.waitForFunction(`${told}.includes('${missed}')`);
    expect((await portal.get(`/v1/notifications/${uuid}`)).body.status).toBe('ACTIVE');
  });

  it('forgets everything when the user signs out, in each tab', async () => {
    const first = await signedIn();
    const second = await tab();
    await run(second, 'await client.restore()');
    await run(first, 'await client.signOut()');
    expect(await run(first, 'return client.session')).toBeNull();
    expect(await run(second, 'await client.notifications.list()')).toBe('failed: signed_out');
  });

  it('comes back after the service was restarted', async () => {
    const page = await signedIn();
    await run(page, 'await client.connect()');
    await running.close();
    await page.waitForFunction(`client.connection === 'connecting'`);
    expect(await run(page, 'await client.notifications.list()')).toBe('failed: offline');
    running = await start();
    portal = await portalOf(running, { scopes: ['notifications:read', 'notifications:write'] });
    await page.waitForFunction(`client.connection === 'online'`);
    const uuid = await ask();
    const told = `changes.flatMap((one) => one.changes).map((one) => one.notification_uuid)`;
    await page.waitForFunction(`${told}.includes('${uuid}')`);
  });

  it('runs in a Cordova app, past the policy of its page, by the HTTP of the phone', async () => {
    const redirectUri = 'com.example.wallet:/callback';
    user = await appUser(running, { applicationType: 'native', redirectUris: [redirectUri], allowedOrigins: [] });
    const page = await context.newPage();
    const forbidden: string[] = [];
    page.on('console', (message) => forbidden.push(message.text()));
    await page.exposeFunction('nativeHttp', nativeHttp);
    await page.exposeFunction('systemBrowser', (url: string) => throughLogin(running, user, url));
    await page.goto(`${origin}/cordova.html`);
    const issuer = issuerOf(running.config);
    const own = `await fetch(${JSON.stringify(`${issuer}/oauth/token`)}, { method: 'POST' })`;
    expect(await run(page, own)).toMatch(/^failed: TypeError: Failed to fetch/);
    expect(forbidden.join()).toContain('Content Security Policy');

    const profile = { issuer, mobileUrl: running.config.mobileUrl, clientId: user.client.clientId, redirectUri };
    const calls = `
    const RdnaClient = com.uniken.rdnaplugin.RdnaClient;
    const next = (name) => new Promise((resolve) =>
      document.addEventListener(name, ({ response }) => resolve(JSON.parse(response)), { once: true }));
    const call = (name, ...given) => new Promise((resolve, reject) => RdnaClient[name](resolve, reject, given));`;
    const login = `${calls}
    const asked = next('getUser');
    await call('initialize', ${JSON.stringify(JSON.stringify(profile))}, '', '', '', '', '', '', 0);
    await asked;
    const loggedIn = next('onUserLoggedIn');
    await call('setUser', 'somebody');
    return (await loggedIn).userID;`;
    expect(await run(page, login)).toBe(user.userId);

    const uuid = await ask({ ds_required: true });
    const answer = `${calls}
    const listed = next('onGetNotifications');
    await call('getNotifications', 0, '', 1, '', '');
    const [{ notification_uuid }] = (await listed).pArgs.response.ResponseData.notifications;
    const updated = next('onUpdateNotification');
    await call('updateNotification', notification_uuid, 'accept');
    return (await updated).pArgs.response.ResponseData;`;
    expect(await run(page, answer)).toMatchObject({ status_code: 100, notification_uuid: uuid, is_ds_verified: true });
  });
});
