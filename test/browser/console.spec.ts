import { readFileSync } from 'node:fs';
import { PHONE } from '../support/browser.js';
import { type ConsoleData, makeConsoleData } from '../support/console/console-data.js';
import { ConsoleDesk, type Seat, WIDE } from '../support/console/console-desk.js';
import { ConsoleFlows } from '../support/console/console-flows.js';
import { makeNeighbours, type Neighbours, spreadInTime, tellMonths } from '../support/console/console-months.js';
import { photograph, pictureForGuide } from '../support/console/console-pictures.js';
import { until } from '../integration/support/until.js';
import { violationsOf } from '../support/page-checks/axe.js';
import { portalOf } from '../support/tokens.js';

let desk: ConsoleDesk;
let data: ConsoleData;
let neighbours: Neighbours;
let flows: ConsoleFlows;
let maren: Seat;
beforeAll(async () => {
  desk = await ConsoleDesk.open();
  data = await makeConsoleData(desk.running, desk.crm);
  neighbours = await makeNeighbours(data);
  await tellMonths(desk.running, neighbours, 'before');
  await spreadInTime(desk.running);
  flows = await ConsoleFlows.at(desk, data, show);
  maren = flows.maren;
});
afterAll(() => desk.close());

const PAINT = "getComputedStyle(document.querySelector('form button')).backgroundColor";
const HTML = '[document.documentElement.lang, document.documentElement.dir]';
/** How much of each table is out of view, in pixels. */
const HIDDEN_OF_TABLES =
  "[...document.querySelectorAll('.table .scroll')].map((one) => one.scrollWidth - one.clientWidth)";
const DIRECTION = (dir: string) => `document.documentElement.dir = '${dir}'`;

/** By axe light and dark, on a phone, and from right to left; by people, where there is a folder for it. */
async function show({ page }: Seat, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await photograph(page, `${name}-${colorScheme}`);
    expect([name, colorScheme, await violationsOf(page)]).toEqual([name, colorScheme, []]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
  for (const dir of ['rtl', 'ltr']) {
    await page.evaluate(DIRECTION(dir));
    await photograph(page, `${name}-phone-${dir}`);
    // Charts are drawn again once they have noticed the new width.
    await page.waitForFunction(`document.documentElement.scrollWidth === ${PHONE.width}`).catch(() => undefined);
    expect([name, dir, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, dir, PHONE.width]);
  }
  await page.setViewportSize(WIDE);
  await pictureForGuide(page, name);
}

it('the first operator comes from the link of the command to the overview', () => flows.firstOperator());

it('a second one is invited by mail, by an address that nobody else has, and makes a passkey of their own', async () => {
  await flows.colleague();
  expect(await flows.idris.page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
});

it('somebody is found, and blocked with a reason', () => flows.personBlocked());

it('somebody is created after a refusal, corrected, and found by both names', () => flows.personCreated());

it('a type of authorization details is made, and shown as the phone shows it', async () => {
  const { page } = maren;
  await maren.visit('/clients?tab=types', 'Clients');
  await page.getByText('payment_initiation').waitFor();
  await show(maren, 'types');
  await maren.press('New type');
  await page.getByLabel('Name', { exact: true }).fill('card_limit');
  await page.getByLabel('Heading', { exact: true }).fill('Set your limit to {limit}?');
  await page.getByLabel('Text', { exact: true }).fill('For your card');
  await show(maren, 'types-new');
  await maren.press('Publish version 1');
  await maren.reads('card_limit');
  await page.getByText('Version 1').waitFor();
  await page.getByText('Set your limit to {limit}?').waitFor();
  await show(maren, 'type');
});

it('an API of their own is shown, and another one is made with a colleague', async () => {
  const { page } = maren;
  const description = { en: 'See your orders', ar: 'عرض طلباتك' };
  await (
    await portalOf(desk.running, { scopes: ['clients:write'] })
  ).post('/v1/apis', {
    ...{ name: 'Orders', resource: 'https://orders.bank.example', claims: { groups: 'groups' } },
    scopes: [{ name: 'orders.read', audience: 'user', description }],
  });
  await maren.visit('/clients?tab=apis', 'Clients');
  await page.getByText('https://orders.bank.example').waitFor();
  await show(maren, 'apis');
  await page.getByRole('link', { name: 'Orders' }).first().click();
  await page.getByText('See your orders').waitFor();
  await show(maren, 'api');
  await maren.visit('/clients?tab=apis', 'Clients');
  await maren.press('New API');
  await page.getByLabel('Name', { exact: true }).fill('Stock');
  await page.getByLabel('Address', { exact: true }).fill('https://stock.bank.example');
  await page.getByLabel('Name of the scope').fill('stock.read');
  await page.getByLabel('What it allows').fill('See the stock');
  await show(maren, 'api-new');
  await maren.press('Save');
  await page.getByRole('dialog').getByText('Save Stock?').waitFor();
  await show(maren, 'api-save');
});

it('a token by which clients register themselves is asked for, and a test one is shown once and deleted', async () => {
  const { page } = maren;
  const dialog = page.getByRole('dialog');
  await maren.visit('/clients?tab=registration', 'Clients');
  await maren.press('New token');
  await dialog.getByText('A second operator must agree').waitFor();
  await show(maren, 'token-live');
  await page.keyboard.press('Escape');
  await maren.press('Test');
  await page.getByRole('button', { name: 'Test', pressed: true }).waitFor();
  await maren.press('New token');
  await dialog.getByLabel('Name', { exact: true }).fill('Partners, spring 2026');
  await dialog.getByLabel('How many clients').fill('3');
  await dialog.getByLabel('Days until it ends').fill('7');
  await dialog.getByLabel('Where people may return to').fill('https://partner.example');
  await show(maren, 'token-new');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('dialog', { name: 'The new token' }).waitFor();
  await page.getByLabel('I have stored the secret').check();
  await maren.press('I have stored it');
  await page.getByText('0 of 3').waitFor();
  await show(maren, 'tokens');
  await page.getByLabel('Language', { exact: true }).selectOption('ar');
  await page.getByText('0 من 3').waitFor();
  await photograph(page, 'tokens-arabic');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel('اللغة', { exact: true }).selectOption('en');
  await page.getByRole('button', { name: 'Delete Partners, spring 2026?' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No token yet').waitFor();
  await maren.press('Live');
  await page.getByRole('button', { name: 'Live', pressed: true }).waitFor();
});

it('the list is saved by the filters in force, with a reason', async () => {
  const { page } = maren;
  await maren.visit('/users?status=BLOCKED', 'Users');
  await show(maren, 'users');
  await page.getByLabel('Select all on this page').check();
  await page.getByText('1 selected').waitFor();
  await show(maren, 'users-bulk');
  await page.getByText('Save this view').click();
  await page.getByLabel('Name of the view').fill('Locked out');
  await page.getByLabel('Name of the view').press('Enter');
  await page.getByRole('link', { name: 'Locked out' }).waitFor();
  await page.locator('summary', { hasText: 'Columns' }).click();
  await page.getByLabel('E-mail', { exact: true }).uncheck();
  await page.getByRole('columnheader', { name: 'E-mail' }).waitFor({ state: 'detached' });
  await show(maren, 'users-view');
  await page.locator('summary', { hasText: 'Columns' }).click();
  await maren.press('Clear');
  await maren.press('Export');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('For the auditors');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...rows] = readFileSync(await download.path(), 'utf8')
    .split('\r\n')
    .filter(Boolean);
  expect(head).toMatch(/^\ufeff"userId",/);
  expect(rows).toEqual([expect.stringMatching(/^"tomas\.okoro","Tomas","Okoro","BLOCKED",/)]);
  await page.getByText('1 row is saved').waitFor();
});

it('a client gets a new secret, which is shown once', async () => {
  const { page } = maren;
  await maren.visit('/clients', 'Clients and keys');
  await show(maren, 'clients');
  await page.getByRole('searchbox').fill(data.clientId);
  await page.waitForURL(/q=/);
  await page.getByRole('link', { name: /Core banking/ }).click();
  await maren.reads(/Core banking/);
  await show(maren, 'client');
  await maren.press('Replace the secret');
  await page.getByRole('dialog').getByLabel('Reason').fill('A new server');
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await page.getByRole('dialog', { name: 'The new secret' }).waitFor();
  await page.getByLabel('I have stored the secret').check();
  await maren.press('I have stored it');
  await page.getByText('Works until').waitFor();
  await maren.visit('/clients?tab=keys', 'Clients and keys');
  await page.getByText('Evidence receipts').waitFor();
  await show(maren, 'keys');
});

it('the enterprise gets another name and colour, seen on its pages beforehand', async () => {
  const { page } = maren;
  await maren.visit('/settings?tab=branding', 'Settings');
  const paintOf = () =>
    page
      .frames()
      .find((frame) => frame.url().includes('/signIn?'))
      ?.evaluate(PAINT)
      .catch(() => 'it is being loaded');
  await page.getByLabel('Colour of buttons').fill('green');
  await maren.press('Save with passkey');
  await page.getByText('Must be a colour such as').waitFor();
  await page.getByLabel('Colour of buttons').fill('#0b5fff');
  await until(async () => (await paintOf()) === 'rgb(11, 95, 255)');
  await show(maren, 'branding');
  await maren.press('Save with passkey');
  await page.getByText('Done').waitFor();
  expect(await page.getByRole('button', { name: 'Discard' }).isDisabled()).toBe(true);
});

it('the enterprise gets quiet hours and a limit, and other rules of sign-in', async () => {
  const { page } = maren;
  await maren.visit('/settings?tab=enterprise', 'Settings');
  await page.getByText('default of the service').first().waitFor();
  await maren.press('Change');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Quiet from').fill('22:00');
  await dialog.getByLabel('Quiet until').fill('07:00');
  await dialog.getByLabel('Time zone').fill('Europe/Berlin');
  await dialog.getByLabel('MiB of notifications').fill('512');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('22:00 to 07:00, Europe/Berlin').waitFor();
  await page.getByText('512 MiB').waitFor();

  await maren.press('Change the sign-in');
  await dialog.getByLabel('an authenticator app').uncheck();
  await dialog.getByLabel('Days without a second factor').fill('soon');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Days without a second factor').fill('0');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('a number on the phone, recovery codes').waitFor();
  await show(maren, 'enterprise');
});

it('an endpoint is added, and its secret is shown until it is stored', async () => {
  const { page } = maren;
  await maren.press('Test');
  await page.getByRole('button', { name: 'Test', pressed: true }).waitFor();
  await maren.visit('/webhooks', 'Webhooks');
  await maren.press('Add endpoint');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill('https://hooks.lanternfield.example/in');
  await dialog.getByLabel(/idv\.finished/).check();
  await show(maren, 'webhook-new');
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByText(/^whsec_/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('I have stored the secret').check();
  await maren.press('I have stored it');
  await maren.reads(/hooks\.lanternfield\.example/);
  await maren.press('Switch off');
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('You have switched it off.').waitFor();
  await show(maren, 'webhook');
  await maren.press('Live');
  await page.getByRole('button', { name: 'Live', pressed: true }).waitFor();
});

it('parked work is tried again', async () => {
  const { page } = maren;
  await data.park('users/send-activation-code', '550 mailbox unavailable');
  await maren.visit('/settings?tab=system', 'Settings');
  await page.getByText('550 mailbox unavailable').waitFor();
  await show(maren, 'system');
  await maren.press('Give up');
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await page.getByText('Nothing is parked').waitFor();
});

it('an address that was mistyped says so', async () => {
  await maren.page.goto(desk.address('/usres'));
  await maren.page.locator('.empty').getByText('There is no such page').waitFor();
});

it('evidence is verified in the browser', () => flows.evidenceVerified());

it('a template is found, and shown with values', async () => {
  const { page } = maren;
  await maren.visit('/notifications', 'Notifications');
  await show(maren, 'notifications');
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('link', { name: /payment/ }).waitFor();
  await show(maren, 'templates');
  await page.getByRole('link', { name: /payment/ }).click();
  await maren.reads('payment');
  await page.getByText('Version 1').first().waitFor();
  await page.getByLabel('amount', { exact: true }).fill('25.00');
  await page.getByLabel('payee').fill('Bookshop');
  await maren.press('Show');
  await page.getByText('Pay €25.00 to Bookshop?').waitFor();
  await page.getByRole('button', { name: 'Spanish' }).click();
  await page.getByText('¿Paga 25,00 € a Bookshop?').waitFor();
  await show(maren, 'template');
  await maren.press('Edit');
  const message = page.getByLabel('Message');
  await message.fill(`${await message.inputValue()} Thank you.`);
  await page
    .locator('.screen')
    .getByText(/Thank you\./)
    .waitFor();
  await show(maren, 'template-editor');
  await page.getByRole('button', { name: 'Publish version 2' }).click();
  await page.getByText('Version 2').first().waitFor();
});

it('the figures of the last 24 hours are asked for in hours', async () => {
  const asked = maren.page.waitForResponse(/figures\/idv\.sessions.*step=hour/);
  await maren.visit('/?days=1', 'Overview');
  expect((await asked).status()).toBe(200);
  await show(maren, 'overview-day');
});

it('whoever sees the system turns on alarms for themselves, stores a secret, and tries both ways', async () => {
  const { page } = maren;
  await maren.visit('/settings', 'Settings');
  await maren.press('Change your alarms');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Send mail to/).check();
  await dialog.getByLabel('Address of your server').fill('https://10.1.2.3/');
  await dialog.getByRole('button', { name: 'Save with passkey' }).click();
  await dialog.getByText(/its address is not public/).waitFor();
  await dialog.getByLabel('Address of your server').fill(desk.crm.url);
  await show(maren, 'alarms-change');
  await dialog.getByRole('button', { name: 'Save with passkey' }).click();
  await page.getByText(/^whsec_/).waitFor();
  await page.getByLabel('I have stored the secret').check();
  await maren.press('I have stored it');
  await page.getByText(desk.crm.url).waitFor();
  await maren.press('Send a test');
  await page.getByText('E-mail: the test was sent').waitFor();
  await page.getByText(/Your server: .*answered \d{3}/).waitFor();
  expect(JSON.parse(desk.crm.got.at(-1)?.body ?? '')).toMatchObject({ type: 'operators.alarms' });
  await show(maren, 'alarms');
  await maren.press('Change your alarms');
  await dialog.getByLabel('Address of your server').fill('');
  await dialog.getByRole('button', { name: 'Save with passkey' }).click();
  await page.getByText(desk.crm.url).waitFor({ state: 'detached' });
});

it('everybody sees their own passkeys and sessions, and what each role may do', async () => {
  const { page } = maren;
  await maren.visit('/settings', 'Settings');
  await maren.calm();
  await show(maren, 'myself');
  await maren.visit('/settings?tab=roles', 'Settings');
  await page.locator('table.roles tbody tr').first().waitFor();
  await show(maren, 'roles');
});

it('a phone that was lost is removed', () => flows.phoneRemoved());

it('a delivery that failed is found, its answer read, and it is sent again', () => flows.deliverySentAgain());

it('an entry of the audit log is found by its trace', () => flows.entryFound());

it('a review is taken, compared, and decided with a reason by one, and then by another', () => flows.reviewDecided());

it('what needs two waits for a colleague, who agrees with a fresh passkey', () => flows.requestAgreed());

it('what was agreed on is told afterwards, with who agreed', async () => {
  const { page } = maren;
  await maren.visit('/four-eyes?tab=done', 'Four eyes');
  await page
    .getByRole('link', { name: /jonas\.lind/ })
    .first()
    .click();
  await page.getByText('letter of 18 November').waitFor();
  await show(maren, 'four-eyes-request');
  await maren.visit('/webhooks', 'Webhooks');
  await page.getByText('crm.lanternfield.example').first().waitFor();
  await show(maren, 'webhooks');
});

it('an operator chooses German, then Arabic, which is set from right to left, and is back in English', async () => {
  const { page } = maren;
  await maren.visit('/users', 'Users');
  await page.getByLabel('Language', { exact: true }).selectOption('de');
  await page.getByRole('heading', { name: 'Nutzer' }).waitFor();
  expect(await page.evaluate(HTML)).toEqual(['de', 'ltr']);
  expect(await violationsOf(page)).toEqual([]);
  await maren.visit('/webhooks', 'Webhooks');
  await page.getByRole('link', { name: /crm\.lanternfield/ }).click();
  await maren.reads(/crm\.lanternfield/);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('columnheader', { name: 'Betrifft' }).waitFor();
  expect(await page.evaluate(HIDDEN_OF_TABLES)).toEqual([0]);
  await page.setViewportSize(WIDE);
  await maren.visit('/users', 'Nutzer');
  await page.getByLabel('Sprache', { exact: true }).selectOption('ar');
  await page.getByRole('heading', { name: 'المستخدمون' }).waitFor();
  expect(await page.evaluate(HTML)).toEqual(['ar', 'rtl']);
  await show(maren, 'users-arabic');
  await maren.visit('/settings', 'الإعدادات');
  await page.getByRole('heading', { name: 'الإنذارات' }).waitFor();
  await show(maren, 'myself-arabic');
  await page.getByLabel('اللغة', { exact: true }).selectOption('en');
  await maren.reads(/Settings/);
});

it('test data are seen on their own side', async () => {
  const { page } = maren;
  const session = await data.verifications.inReview(['face_mismatch']);
  await maren.visit('/', 'Overview');
  await maren.press('Test');
  await page.getByRole('button', { name: 'Test', pressed: true }).waitFor();
  await page.getByText('1 review waits').waitFor();
  await maren.visit('/verifications?tab=review', 'Verifications');
  await page.getByRole('link', { name: session.userId }).waitFor();
  await show(maren, 'verifications');
});

it('what live and test data share is shown on the test side too', async () => {
  const { page } = maren;
  for (const [tab, shared, sign] of [
    ['enterprise', 'the enterprise', 'Change'],
    ['operators', 'the operators', 'Invite'],
    ['system', 'the system', 'Surfaces'],
  ] as const) {
    await maren.visit(`/settings?tab=${tab}`, 'Settings');
    await page.getByText(`Live and test data share ${shared}.`).waitFor();
    await page.getByText(sign, { exact: true }).first().waitFor();
    await show(maren, `${tab}-on-test`);
  }
});

it('figures are there once they are counted', async () => {
  const { page } = maren;
  await maren.visit('/', 'Overview');
  await page.getByText('of 1', { exact: true }).first().waitFor({ state: 'detached' });
  await data.count();
  await tellMonths(desk.running, neighbours, 'today');
  await maren.visit('/', 'Overview');
  await page.getByText('of 1', { exact: true }).first().waitFor();
  await maren.press('Live');
  await page.getByRole('button', { name: 'Live', pressed: true }).waitFor();
  await maren.calm();
  await show(maren, 'figures');
});

it('no page has complained, and no token was answered to the browser', async () => {
  for (const { complaints } of [maren, flows.idris]) expect(complaints).toEqual([]);
  const answers = await maren.answers();
  expect(answers.length).toBeGreaterThan(30);
  expect(answers.filter((text) => /"(?:access|refresh|id)_token" *: *"/.test(text))).toEqual([]);
  // What people signed and what we receipted is there to be read; a token would say for whom it is.
  const signed = answers.flatMap((text) => text.match(/eyJ[\w-]+\.eyJ[\w-]+/g) ?? []);
  const told = signed.map((one) =>
    one
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString())
      .join(),
  );
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter((text) => /at\+jwt|"(?:aud|scope|client_id|auth_time)"/.test(text))).toEqual([]);
});
