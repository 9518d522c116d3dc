import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PHONE } from '../support/browser.js';
import { type ConsoleData, makeConsoleData } from '../support/console/console-data.js';
import { ConsoleDesk, type Seat, WIDE } from '../support/console/console-desk.js';
import { violationsOf } from '../support/page-checks/axe.js';

let desk: ConsoleDesk;
let data: ConsoleData;
let maren: Seat;
beforeAll(async () => {
  desk = await ConsoleDesk.open();
  data = await makeConsoleData(desk.running);
  maren = await desk.seat();
});
afterAll(async () => {
  await data.close();
  await desk.close();
});

const DIRECTION = (dir: string) => `document.documentElement.dir = '${dir}'`;

/** By axe light and dark, on a phone, and from right to left; by people, where there is a folder for it. */
async function show({ page }: Seat, name: string): Promise<void> {
  await photograph(name);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect([name, colorScheme, await violationsOf(page)]).toEqual([name, colorScheme, []]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
  for (const dir of ['rtl', 'ltr']) {
    await page.evaluate(DIRECTION(dir));
    expect([name, dir, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, dir, PHONE.width]);
  }
  await page.setViewportSize(WIDE);

  async function photograph(file: string): Promise<void> {
    const folder = process.env['SCREENSHOTS'];
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `console-${file}.png`) });
  }
}

it('the first operator comes from the link of the command to the overview', async () => {
  await maren.activate(await desk.linkByCommand('maren@bank.example', 'owner,reviewer,security'));
  await maren.page.getByText('You have one passkey only.').waitFor();
  await maren.page.getByText('1 endpoint fails').waitFor();
  await show(maren, 'overview');
});

it('a second one is invited by mail, and makes a passkey of their own', async () => {
  const { page } = maren;
  await maren.visit('/settings?tab=operators', 'Settings');
  await maren.press('Invite');
  await page.getByLabel('E-mail').fill('idris@bank.example');
  await page.getByLabel('First name').fill('Idris');
  await page.getByLabel('Last name').fill('Falk');
  await page.getByRole('checkbox', { name: /^Support/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  await page.getByText('idris@bank.example').waitFor();
  const idris = await desk.seat();
  await idris.activate(await desk.linkByMail('idris@bank.example'));
  expect(await idris.page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  expect(idris.complaints).toEqual([]);
  await idris.context.close();
  await show(maren, 'operators');
});

it('somebody is found, and blocked with a reason', async () => {
  const { page } = maren;
  await maren.visit('/users', 'Users');
  await page.getByRole('searchbox').fill('okoro');
  await page.waitForURL(/q=okoro/);
  await page.getByRole('link', { name: /Okoro/ }).first().click();
  await maren.reads(/Tomas Okoro/);
  await page.locator('.status-card').getByRole('button', { name: 'Block' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: 'Block' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Reason').fill('Reported his phone stolen');
  await dialog.getByRole('button', { name: 'Block' }).click();
  await page.locator('h1', { hasText: 'Blocked' }).waitFor();
  await page.locator('.status-card').getByText('Reported his phone stolen').waitFor();
  await page.getByText('Status changed').waitFor();
  await show(maren, 'user');
});

it('the list is saved by the filters in force, with a reason', async () => {
  const { page } = maren;
  await maren.visit('/users?status=BLOCKED', 'Users');
  await show(maren, 'users');
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
  expect(head).toMatch(/^\ufeffuserId,/);
  expect(rows).toEqual([expect.stringMatching(/^tomas\.okoro,Tomas,Okoro,BLOCKED,/)]);
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
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await page.getByRole('dialog', { name: 'The new secret' }).waitFor();
  await maren.press('Close');
  await page.getByText('Works until').waitFor();
  await maren.visit('/clients?tab=keys', 'Clients and keys');
  await page.getByText('Receipts of evidence').waitFor();
  await show(maren, 'keys');
});

it('the enterprise gets another colour, and quiet hours', async () => {
  const { page } = maren;
  await maren.visit('/settings?tab=enterprise', 'Settings');
  await page.getByText('as the service is set').waitFor();
  await maren.press('Change');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Colour').fill('green');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Must be a colour such as').waitFor();
  await dialog.getByLabel('Colour').fill('#0b5fff');
  await dialog.getByLabel('Quiet from').fill('22:00');
  await dialog.getByLabel('Quiet until').fill('07:00');
  await dialog.getByLabel('Time zone').fill('Europe/Berlin');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('22:00 to 07:00, Europe/Berlin').waitFor();
  await show(maren, 'enterprise');
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

it('evidence is verified in the browser', async () => {
  await maren.visit(`/notifications/${data.answered}`, /Confirm your payment/);
  await maren.press('Verify here');
  await maren.page.getByText('All of it holds.').waitFor();
  await show(maren, 'notification');
});

it('a template is found, and shown with values', async () => {
  const { page } = maren;
  await maren.visit('/notifications', 'Notifications');
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('link', { name: /payment/ }).click();
  await maren.reads('payment');
  await page.getByText('Version 1').first().waitFor();
  await page.getByLabel('amount', { exact: true }).fill('25.00');
  await page.getByLabel('payee').fill('Bookshop');
  await maren.press('Show');
  await page.getByText('Do you pay €25.00 to Bookshop?').waitFor();
  await page.getByRole('button', { name: 'Spanish' }).click();
  await page.getByText('¿Paga 25,00 € a Bookshop?').waitFor();
  await show(maren, 'template');
});

it('a phone that was lost is removed', async () => {
  const { page } = maren;
  await maren.visit('/users/elena.marsh?tab=devices', /Elena Marsh/);
  await page.locator('.things').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No device yet').waitFor();
});

it('a delivery that failed is found, its answer read, and it is sent again', async () => {
  const { page } = maren;
  await maren.visit(`/webhooks/${data.endpointId}`, /127\.0\.0\.1/);
  await page.getByRole('link', { name: 'notification.closed' }).last().click();
  await page.getByText('The ledger is closed for the night').first().waitFor();
  await show(maren, 'delivery');
  const before = data.receiver.got.length;
  data.receiver.answer = (_webhook, response) => response.writeHead(204).end();
  await maren.press('Deliver again');
  await data.receiver.received(before + 1);
});

it('an entry of the audit log is found by its trace', async () => {
  const { page } = maren;
  const answer = await page.request.get(desk.address('/api/v1/auditEvents?kind=users.user-status-changed&limit=1'));
  const { requestId } = ((await answer.json()) as { auditEvents: { requestId: string }[] }).auditEvents[0]!;
  await maren.visit('/audit', 'Audit log');
  await page.getByRole('searchbox').fill(requestId);
  await page.waitForURL(/q=/);
  await page.getByRole('link', { name: 'users.user-status-changed' }).click();
  await page.getByText('Reported his phone stolen').waitFor();
  await show(maren, 'audit');
});

it('a review is taken, compared, and decided with a reason', async () => {
  const { page } = maren;
  const session = await data.verifications.inReview(['face_mismatch']);
  await maren.visit('/', 'Overview');
  await maren.press('Test');
  await page.getByRole('button', { name: 'Test', pressed: true }).waitFor();
  await maren.visit('/verifications?tab=review&next=1', new RegExp(session.userId));
  await maren.press('Compare faces');
  await page.getByRole('dialog').getByRole('img').nth(1).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('1');
  await page.getByLabel('Why').fill('Same ears and brows, an older picture');
  await show(maren, 'review');
  await page.locator('.decide').getByRole('button').last().click();
  await page.locator('h1', { hasText: 'Verified' }).waitFor();
});

it('figures are there once they are counted', async () => {
  await maren.visit('/', 'Overview');
  await maren.press('Live');
  await maren.page.getByRole('button', { name: 'Live', pressed: true }).waitFor();
  await data.count();
  await maren.visit('/', 'Overview');
  await maren.page.getByText(/[1-9] closed/).waitFor();
  await show(maren, 'figures');
});

it('no page has complained, and no token was answered to the browser', async () => {
  expect(maren.complaints).toEqual([]);
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
