import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { startTestApplication } from '../support/application.js';
import { DESKTOP_CHROMIUM, startBrowser } from '../support/browser.js';
import { createTestDatabase } from '../support/database.js';
import { Tenant } from '../../src/shared/kernel/index.js';
import { hasFirefox, startFirefox } from '../support/firefox/firefox.js';
import { mailedCode } from '../support/mails.js';
import { active, application, letRecover, LIVE, PASSWORD } from '../support/signing-in.js';
import { portalOf } from '../support/tokens.js';
import { BankWithApp, type PhoneInBrowser } from '../support/phone-app/phone-in-browser.js';
import { PAYMENT } from '../support/phone-app/phone-screens.js';
import { VirtualAuthenticator } from '../support/virtual-authenticator.js';

let bank: BankWithApp;
let open: PhoneInBrowser[] = [];
beforeAll(async () => {
  bank = await BankWithApp.open();
});
afterAll(() => bank.close());
afterEach(async () => {
  await Promise.all(open.map((phone) => phone.close()));
  open = [];
});

async function phoneOf(userId: string, name?: string): Promise<PhoneInBrowser> {
  const phone = await bank.phone();
  open.push(phone);
  return phone.ready(userId, name);
}

const STEP_UP = [{ label: 'Raise', action: 'accept', authlevel: 1 }];
const items = (page: Page) => page.locator('.items li');

describe('Two phones of one person', () => {
  it('both show what is asked at once, and lose it when one answers', async () => {
    const userId = await bank.customer();
    const [first, second] = [await phoneOf(userId, 'First phone'), await phoneOf(userId, 'Second phone')];
    await bank.ask(userId); // warms up
    await Promise.all([first, second].map(({ page }) => items(page).first().waitFor()));

    const uuid = await bank.ask(userId, PAYMENT);
    const asked = performance.now();
    await Promise.all([first, second].map(({ page }) => page.waitForSelector('.items li:nth-child(2)')));
    process.stdout.write(`app: on both phones after ${Math.round(performance.now() - asked)} ms\n`);

    await second.open();
    await first.open();
    await first.press('Approve');
    await first.reads('Your answer has arrived');
    await second.reads('This has been answered on another device.');
    expect(await second.page.locator('.answers').count()).toBe(0);
    expect(await items(second.page).count()).toBe(1);

    const { status, action_response, is_ds_verified, evidence } = await bank.stateOf(uuid);
    expect([status, action_response, is_ds_verified]).toEqual(['UPDATED', 'accept', true]);
    expect(evidence.content.body).toHaveLength(PAYMENT.body.length);
    expect([first, second].flatMap(({ complaints }) => complaints)).toEqual([]);
  });
});

describe('A second phone, where the enterprise demands that the first approves it', () => {
  it('shows a number, is refused once, asks again, and is registered when the number is chosen on the first', async () => {
    const administrator = await portalOf(bank.bank.running, { scopes: ['enterprises:write'], administrator: true });
    const demand = (newDevice: string) => administrator.patch('/v1/enterprises/default', { signIn: { newDevice } });
    const userId = await bank.customer();
    const first = await phoneOf(userId, 'First phone');
    expect((await demand('approval')).status).toBe(200);
    try {
      const second = await bank.phone();
      open.push(second);
      await second.signIn(userId);
      await second.page.fill('#device-name', 'Second phone');
      await second.press('Register this device');
      const shown = () => second.page.locator('.shown-number').innerText();
      const answer = async (isRight: boolean) => {
        const number = (await shown()).trim();
        await first.open('Are you adding a phone?');
        const [right, wrong] = [{ hasText: number }, { hasNotText: number }];
        await first.page.locator('.numbers button', isRight ? right : wrong).first().click(); // oxfmt-ignore
        await first.reads('Your answer has arrived');
        await first.press('Done');
      };
      await second.reads('Open the app on \u2068First phone\u2069.');
      await answer(false);
      await second.reads('It was not approved');
      await second.press('Ask again');
      await answer(true);
      await second.page.waitForSelector('.signed-in');
      await second.online();
      const asked = await bank.ask(userId, PAYMENT);
      await second.open();
      await second.press('Approve');
      await second.reads('Your answer has arrived');
      expect((await bank.stateOf(asked)).is_ds_verified).toBe(true);
      expect([first, second].flatMap(({ complaints }) => complaints)).toEqual([]);
    } finally {
      await demand('login');
    }
  });
});

/** Somebody at a page of the bank, with the app on a phone of the same make. */
async function atPageAndPhone(browser: Browser): Promise<void> {
  const { running } = bank.bank;
  const userId = `n-${randomUUID().slice(0, 8)}`;
  const emailId = `${userId}@mail.example`;
  await active(running, userId, { emailId });
  await letRecover(running);
  const strict = await application(running, { leastLevel: 2, redirectUris: [bank.bank.address('/robots.txt')] });
  const phone = await bank.phone({}, bank.app, browser);
  open.push(phone);
  await phone.ready(userId);

  const typeOnPhone = async (number: string, asked = 'Are you signing in?') => {
    await phone.open(asked);
    await phone.page.fill('#typed-number', number);
    await phone.press('Confirm');
  };
  const atPage = async (client = strict) => {
    const { context, page } = await bank.bank.visitor({}, browser);
    open.push({ close: () => context.close() } as PhoneInBrowser);
    await page.goto(bank.bank.entrance(client));
    return page;
  };
  const numberOf = async (page: Page) => {
    await page.getByRole('button', { name: 'Approve on your phone' }).click();
    return (await page.locator('.two').innerText()).trim();
  };
  const knowsPassword = async (page: Page) => {
    await page.fill('#login', userId);
    await page.fill('#password', PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const IN = /robots\.txt\?code=/;

  const first = await atPage();
  await knowsPassword(first);
  await typeOnPhone(await numberOf(first));
  await phone.reads('Your answer has arrived');
  await first.waitForURL(IN);
  await phone.press('Done');

  const second = await atPage();
  await knowsPassword(second);
  const number = await numberOf(second);
  await typeOnPhone(number === '17' ? '18' : '17');
  await phone.reads('That was a different number');
  await second.getByText('A different number was chosen').waitFor();
  await phone.page.goto(bank.address);

  const third = await atPage(bank.bank.online);
  await third.getByRole('link', { name: 'Forgot your password?' }).click();
  await third.fill('form[action$="/recover"] #login', userId);
  await third.locator('form[action$="/recover"] button').click();
  await third.fill('#code', await mailedCode(running, emailId));
  await third.locator('form[action$="/recover/code"] button').click();
  await typeOnPhone(await numberOf(third), 'Have you forgotten your password?');
  await third.fill('#new_password', 'lamp orbit velvet 28 canoe');
  await third.locator('form:has(#new_password) button:not(.reveal)').click();
  await third.waitForURL(IN);
}

describe('A number of two digits', () => {
  it('lets a sign-in and a recovery go on when it is typed on the phone, and a wrong one ends the request', () =>
    atPageAndPhone(bank.bank.browser));

  (hasFirefox ? it : it.skip)('does so in Firefox too', async () => {
    const { browser } = await startFirefox();
    try {
      await atPageAndPhone(browser);
    } finally {
      await Promise.all(open.map((phone) => phone.close()));
      open = [];
      await browser.close();
    }
  });
});

describe('Airplane mode', () => {
  it('fails an answer clearly, sends nothing later, and shows what was missed', async () => {
    const userId = await bank.customer();
    const phone = await phoneOf(userId);
    const uuid = await bank.ask(userId, PAYMENT);
    await phone.open();
    const sent: string[] = [];
    phone.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
    phone.page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));

    await phone.context.setOffline(true);
    await phone.reads('Offline');
    await phone.press('Approve');
    await phone.reads('You are offline. Nothing was sent.');

    const meanwhile = await bank.ask(userId, { body: [{ lng: 'en', subject: 'Meanwhile', message: '…' }] });
    await phone.context.setOffline(false);
    await phone.online();
    await phone.page.getByRole('button', { name: 'Requests' }).click();
    await phone.reads('Meanwhile');
    expect(sent.filter((message) => message.includes('UpdateNotification'))).toEqual([]);
    expect([(await bank.stateOf(uuid)).status, (await bank.stateOf(meanwhile)).status]).toEqual(['ACTIVE', 'ACTIVE']);
  });

  it('opens the app from what is kept, without any answer of the service', async () => {
    const userId = await bank.customer();
    const phone = await phoneOf(userId);
    await bank.ask(userId, PAYMENT);
    await items(phone.page).first().waitFor();
    await phone.kept();

    await phone.context.setOffline(true);
    await phone.page.reload();
    await phone.reads('This could not be loaded');
    const keys = await phone.page.evaluate<string[]>(`(async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      return (await Promise.all(caches_.map((cache) => cache.keys()))).flat().map(({ url }) => new URL(url).pathname);
    })()`);
    expect(keys.length).toBeGreaterThan(3);
    expect(keys.filter((path) => path !== '/app/' && !path.startsWith('/app/assets/'))).toEqual([]);

    await phone.context.setOffline(false); // and nobody has to press anything
    await items(phone.page).first().waitFor();
  });
});

describe('A request that is open', () => {
  const over = 'You can find past requests in your history';

  it('is not said to be over when the app is loaded without a network, and is shown with the first connection', async () => {
    const userId = await bank.customer();
    const phone = await phoneOf(userId);
    const uuid = await bank.ask(userId, PAYMENT);
    await phone.open();
    await phone.kept();
    await phone.context.setOffline(true);
    await phone.page.reload();
    await phone.page.getByRole('heading', { level: 1, name: 'This could not be loaded' }).waitFor();
    expect(await phone.page.locator('.detail').innerText()).toContain('You are offline.');
    expect(await phone.page.content()).not.toContain(over);
    expect((await bank.stateOf(uuid)).status).toBe('ACTIVE');
    await phone.context.setOffline(false);
    await phone.page.waitForSelector('.answers');
  });

  it('is not said to be over to a user who is blocked, and nothing says that it is connecting', async () => {
    const userId = await bank.customer();
    const phone = await phoneOf(userId);
    await bank.ask(userId, PAYMENT);
    await phone.open();
    await phone.page.goto('about:blank');
    const body = { status: 'BLOCKED' };
    expect((await bank.portal.put(`/v1/users/${userId}/status`, body)).status).toBe(200);
    await phone.page.goBack();
    await phone.page.locator('h1:visible').first().waitFor();
    await phone.reads('blocked');
    await phone.page.getByText('Connecting').first().waitFor({ state: 'hidden' });
    expect(await phone.page.locator('body').innerText()).not.toContain(over);
  });

  it('is looked for in a list that was read after it was opened, and is not among the open ones otherwise', async () => {
    const userId = await bank.customer();
    const phone = await phoneOf(userId);
    const uuid = await bank.ask(userId, PAYMENT);
    await items(phone.page).first().waitFor();
    await bank.portal.post(`/v1/notifications/${uuid}/cancel`);
    await items(phone.page).first().waitFor({ state: 'detached' });
    for (const over of [uuid, randomUUID()]) {
      await phone.page.evaluate(`location.hash = '#/requests/${over}'`);
      await phone.page.getByRole('heading', { level: 1, name: 'Nothing to answer here' }).waitFor();
      await phone.page.evaluate(`location.hash = '#/requests'`);
      await phone.page
        .getByRole('heading', { level: 1, name: 'Nothing to answer here' })
        .waitFor({ state: 'detached' });
    }
  });
});

describe('An answer that its user cannot give', () => {
  it('says what it needs before anybody tries, and where to get it', async () => {
    const userId = await bank.customer();
    const phone = await phoneOf(userId);
    await bank.ask(userId, {
      actions: [
        { label: 'Move', action: 'accept', authlevel: 3 },
        { label: 'Leave', action: 'reject', authlevel: 0 },
      ],
    });
    await phone.open();
    await phone.reads('For “Move” you need a passkey, and you have none yet.');
    expect(await phone.page.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true);
    const account = phone.page.locator('.answers a');
    expect(await account.getAttribute('href')).toContain('/service/account/');
    await phone.press('Leave');
    await phone.reads('Your answer has arrived');
  });
});

describe('Settings', () => {
  it('tell why there are no hints, and that a name is not known', async () => {
    const userId = `n-${randomUUID().slice(0, 8)}`;
    await active(bank.bank.running, userId, {}, LIVE);
    const phone = await phoneOf(userId);
    await phone.page.click('.tabs a[href="#/settings"]');
    await phone.reads('Push notifications are not set up.');
    await phone.reads('No name on file.');
  });
});

describe('Links for privacy, terms and help', () => {
  const BRANDING = {
    privacyUri: 'https://acme.example/privacy',
    termsUri: 'https://acme.example/terms',
    helpUri: 'https://acme.example/help',
  };
  const linksIn = (page: Page) =>
    page.locator('a[target=_blank][href*=".example/"]').evaluateAll((links: any[]) => links.map(({ href, innerText }) => [innerText.trim(), href])); // oxfmt-ignore

  it('are those of the enterprise, on the first screen and in the settings', async () => {
    const { running } = bank.bank;
    const [enterpriseId, userId, redirectUris] = ['acme', 'ines.falk', bank.app.redirectUris];
    const portal = await portalOf(running, { scopes: ['enterprises:write'], administrator: true });
    await portal.post('/v1/enterprises', { enterpriseId, name: 'Acme', branding: BRANDING });
    const app = await application(running, { redirectUris, enterpriseId, allowedOrigins: bank.app.allowedOrigins });
    await active(running, userId, {}, Tenant.of(enterpriseId, false));

    const phone = await bank.phone({}, app);
    open.push(phone);
    await phone.page.waitForSelector('.welcome');
    const expected = [
      ['Privacy', BRANDING.privacyUri],
      ['Terms', BRANDING.termsUri],
      ['Help', BRANDING.helpUri],
    ];
    expect(await linksIn(phone.page)).toEqual(expected);
    await phone.signIn(userId);
    await phone.register();
    await phone.page.click('.tabs a[href="#/settings"]');
    await phone.page.waitForSelector('.group a[href^="https://acme"]');
    expect(await linksIn(phone.page)).toEqual(expected);
  });
});

describe('A token that ends in mid use', () => {
  it('is renewed, and its user notices nothing', async () => {
    const userId = await bank.customer();
    const phone = await bank.phone();
    open.push(phone);
    await phone.page.clock.install();
    await phone.page.reload();
    await phone.ready(userId);
    const uuid = await bank.ask(userId, PAYMENT);
    await phone.open();
    const renewal = phone.page.waitForRequest(
      (request) => request.postData()?.includes('grant_type=refresh_token') ?? false,
    );
    await phone.page.clock.setSystemTime(Date.now() + 290_000); // the token is good for 300 seconds
    await phone.press('Decline');
    await renewal;
    await phone.reads('Your answer has arrived');
    expect((await bank.stateOf(uuid)).action_response).toBe('reject');
  });

  it('ends the session when it cannot be renewed', async () => {
    const userId = await bank.customer();
    const phone = await phoneOf(userId);
    await bank.portal.put(`/v1/users/${userId}/status`, { status: 'RESET' });
    await phone.reads('Your session has ended');
    await phone.page.waitForSelector('.welcome');
  });
});

describe('A step-up', () => {
  it('asks for the password where it matters, and a wrong one changes nothing', async () => {
    const userId = await bank.customer();
    const phone = await phoneOf(userId);
    const uuid = await bank.ask(userId, { actions: STEP_UP, ds_required: true });
    await phone.open();
    await phone.press('Raise');
    await phone.page.fill('#step-up-password', 'not this one');
    await phone.press('Confirm');
    await phone.reads('could not be confirmed');
    expect((await bank.stateOf(uuid)).status).toBe('ACTIVE');

    await phone.press('Raise');
    await phone.page.waitForSelector('#step-up-password');
    await phone.page.keyboard.press('Escape');
    await phone.page.waitForSelector('dialog', { state: 'detached' });
    expect(await phone.page.locator('.answers .note.bad').count()).toBe(0);

    await phone.press('Raise');
    await phone.page.fill('#step-up-password', PASSWORD);
    await phone.press('Confirm');
    await phone.reads('Your answer has arrived');
    expect(await bank.stateOf(uuid)).toMatchObject({ status: 'UPDATED', is_ds_verified: true });
  });

  it('is one press by passkey, with the passkey of the login page', async () => {
    const userId = await bank.customer();
    const phone = await bank.phone();
    open.push(phone);
    const authenticator = await VirtualAuthenticator.plugInto(phone.context, phone.page);
    await phone.page.goto(bank.bank.address('/service/account/'));
    await phone.page.fill('#login', userId);
    await phone.page.fill('#password', PASSWORD);
    await phone.press('Sign in');
    await phone.page.fill('#name', 'Passkey');
    await phone.press('Add a passkey');
    await phone.reads('The passkey was added.');
    await phone.page.goto(bank.address);
    await phone.page.click('.welcome .card button'); // and is known at the login page
    await phone.register();
    await phone.online();
    const uuid = await bank.ask(userId, {
      actions: [{ label: 'Move', action: 'accept', authlevel: 3 }],
      ds_required: true,
    });
    await phone.open();
    await phone.press('Move');
    await phone.press('Use a passkey');
    await phone.reads('Your answer has arrived');
    expect(await bank.stateOf(uuid)).toMatchObject({ status: 'UPDATED', action_response: 'accept' });
    await lockAndUnlock(phone, authenticator);
  });

  async function lockAndUnlock(phone: PhoneInBrowser, authenticator: VirtualAuthenticator): Promise<void> {
    const { page } = phone;
    await page.click('.tabs a[href="#/settings"]');
    await page.getByRole('switch', { name: 'Lock this app' }).click();
    await page.selectOption('#lock-after', '5');
    await page.evaluate('sessionStorage.clear()');
    await page.reload();
    await phone.reads('Unlock the app to continue.');
    expect(await page.locator('.tabs').count()).toBe(0);
    await authenticator.recognise(false);
    await phone.press('Unlock');
    await phone.reads('Not recognised. Try again.');
    await authenticator.recognise(true);
    await phone.press('Unlock');
    await page.getByRole('switch', { name: 'Lock this app', checked: true }).click();
    await page.getByRole('switch', { name: 'Lock this app', checked: false }).waitFor();
    expect(phone.complaints).toEqual([]);
  }
});

describe('An app', () => {
  it('can be installed: its manifest is sound and its worker is there', async () => {
    const phone = await bank.phone();
    open.push(phone);
    await phone.page.evaluate('navigator.serviceWorker.ready');
    const session = await phone.context.newCDPSession(phone.page);
    const { errors, data } = (await session.send('Page.getAppManifest')) as { errors: unknown[]; data?: string };
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Meridian Bank', display: 'standalone' });
    const { installabilityErrors } = (await session.send('Page.getInstallabilityErrors')) as {
      installabilityErrors: { errorId: string }[];
    };
    // Private windows, which tests are, install nothing.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
    expect(await phone.page.evaluate('navigator.serviceWorker.controller.state')).toBe('activated');
  });

  it('is there in a few kilobytes on a slow phone', async () => {
    const { page, context } = await bank.bank.visitor({
      viewport: { width: 390, height: 844 },
      serviceWorkers: 'block',
    });
    const session = await context.newCDPSession(page);
    let bytes = 0;
    await session.send('Network.enable');
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
    await session.send('Network.emulateNetworkConditions', slow);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(bank.address);
    await page.waitForSelector('.welcome');
    expect(bytes).toBeLessThan(90_000);
    const shown = await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`);
    const ready = await page.evaluate<number>('performance.now()');
    process.stdout.write(
      `app: ${Math.round(bytes / 1_000)} KB, first paint ${Math.round(shown)} ms, ready ${Math.round(ready)} ms\n`,
    );
    await context.close();
  });

  it('lets its user name the device, change the language and sign out', async () => {
    const userId = await bank.customer();
    const phone = await phoneOf(userId, 'Old name');
    await phone.page.click('.tabs a[href="#/settings"]');
    await phone.page.click('button.line:has(.do)');
    await phone.page.fill('#device-name', 'New name');
    await phone.press('Save');
    await phone.reads('New name');
    await phone.page.selectOption('#language', 'ar');
    await phone.page.waitForSelector('html[dir=rtl] .tabs');
    await phone.page.getByRole('button', { name: 'تسجيل الخروج' }).click();
    await phone.page.waitForSelector('.welcome');
    await phone.page.reload();
    await phone.page.waitForSelector('html[dir=rtl] .welcome');
    expect(phone.complaints).toEqual([]);
  });

  it('asks for another login when the last one was too long ago to register a device', async () => {
    const userId = await bank.customer();
    const phone = await bank.phone();
    open.push(phone);
    await phone.page.clock.install();
    await phone.page.reload();
    await phone.signIn(userId);
    await phone.page.clock.fastForward('05:00');
    await phone.press('Sign in again');
    await phone.page.fill('#login', userId);
    await phone.page.fill('#password', PASSWORD);
    await phone.page.keyboard.press('Enter');
    await phone.register();
  });

  it('finds what is over, by words and by filters', async () => {
    const userId = await bank.customer();
    const phone = await phoneOf(userId);
    await bank.ask(userId, PAYMENT);
    const withdrawn = await bank.ask(userId, { body: [{ lng: 'en', subject: 'New device in Lisbon', message: '…' }] });
    await bank.portal.post(`/v1/notifications/${withdrawn}/cancel`);
    await phone.open();
    await phone.press('This was not me');
    await phone.page.locator('dialog .danger').click();
    await phone.reads('Thank you for reporting it');
    await phone.press('Done');
    await phone.page.click('.tabs a[href="#/history"]');
    await phone.page.waitForSelector('.items li:nth-child(2)');
    await phone.page.fill('#search', 'lisbon');
    await phone.page.waitForSelector('.items li:only-child');
    await phone.page.locator('.outcome', { hasText: 'Withdrawn' }).waitFor();
    await phone.page.fill('#search', '');
    await phone.page.click('.filters summary');
    await phone.page.selectOption('#status', 'UPDATED');
    await phone.page.waitForSelector('.items li:only-child');
    await phone.page.locator('.outcome', { hasText: 'This was not me' }).waitFor();
  });
});

describe('A hint by Web Push', () => {
  let desktop: Browser | undefined;
  afterEach(() => desktop?.close());

  it('is shown by the worker, for what it is about', async () => {
    const userId = await bank.customer();
    // Only a browser for desktops shows notifications.
    desktop = await startBrowser([], DESKTOP_CHROMIUM);
    const phone = await (await bank.phone({}, bank.app, desktop)).ready(userId);
    const uuid = await bank.ask(userId, PAYMENT);
    const origin = new URL(bank.address).origin;
    await phone.context.grantPermissions(['notifications'], { origin });
    const session = await phone.context.newCDPSession(phone.page);
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [found] = registrations;
        if (found) resolve(found.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const registrationId = await registered;
    const [worker = await phone.context.waitForEvent('serviceworker')] = phone.context.serviceWorkers();
    // Without a screen it takes down at once what it has shown.
    await worker.evaluate(`globalThis.shown = new Promise((resolve, reject) => {
      const show = registration.showNotification.bind(registration);
      registration.showNotification = (title, options) =>
        show(title, options).then(() => resolve({ title, ...options }), reject);
    }), undefined`);
    const data = JSON.stringify({ title: 'Meridian Bank', body: 'Something to answer', notification_uuid: uuid });
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    const hint = { title: 'Meridian Bank', body: 'Something to answer', tag: uuid };
    expect(await worker.evaluate('shown')).toMatchObject(hint);
  });
});

describe('When the service starts anew', () => {
  it('the app is connected again by itself, and answers', async () => {
    const database = await createTestDatabase();
    const restarted = await BankWithApp.open({}, database);
    const userId = await restarted.customer();
    const phone = await restarted.phone();
    await phone.ready(userId);
    const before = restarted.bank.running;
    await before.close();
    await phone.page.waitForSelector('.connection');
    const ports = { AUTH_PORT: new URL(before.config.authUrl).port, IDV_PORT: new URL(before.config.idvUrl).port };
    const env = { ...restarted.env, ...ports, AUTH_URL: before.config.authUrl, IDV_URL: before.config.idvUrl };
    const after = await startTestApplication({ database, env });
    await phone.online();
    await restarted.moveTo(after);
    const uuid = await restarted.ask(userId, PAYMENT);
    await phone.open();
    await phone.press('Approve');
    await phone.reads('Your answer has arrived');
    expect((await restarted.stateOf(uuid)).status).toBe('UPDATED');
    await phone.close();
    await restarted.bank.browser.close();
    await after.close();
    await database.release();
  });
});
