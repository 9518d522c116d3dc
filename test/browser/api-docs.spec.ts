import type { Browser, Locator, Page } from 'playwright-core';
import { knownScopes } from '../../src/auth/tokens/token-plan.js';
import { Administrators } from '../../src/auth/client-management/administrators.service.js';
import { startTestApplication, type TestApplication } from '../support/application.js';
import { newUser } from '../support/someone.js';
import { portalOf } from '../support/tokens.js';
import { freePorts } from '../support/program.js';
import { violationsOf } from '../support/page-checks/axe.js';
import { complaintsOf, DESKTOP, PATIENCE_MS, PHONE, startBrowser } from '../support/browser.js';

describe('In a real browser', () => {
  let running: TestApplication;
  let browser: Browser;

  /** The addresses that the documents name are those that the browser finds. */
  beforeAll(async () => {
    const ports = await freePorts();
    const at = (port = '') => `http://127.0.0.1:${port}`;
    const urls = { AUTH_URL: at(ports['AUTH_PORT']), MANAGEMENT_URL: at(ports['MANAGEMENT_PORT']) };
    running = await startTestApplication({ env: { ...ports, ...urls } });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await running.close();
  });

  async function open(path: string, viewport = DESKTOP): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage({ viewport });
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints = complaintsOf(page);
    await page.goto(running.url('management', path), { waitUntil: 'networkidle' });
    return { page, complaints };
  }

  /** Chooses an operation in the list. Swagger UI comes in its place, with the operations of the same tag. */
  async function choose(page: Page, method: string, path: string): Promise<Locator> {
    await page.getByRole('link', { name: new RegExp(`^${method} ${path} `, 'i') }).click();
    const route = page.locator(`.opblock-${method}`, { has: page.locator(`[data-path="${path}"]`) });
    await route.locator('.opblock-body').waitFor();
    return route;
  }

  /** Nothing sticks out to the side: a page that scrolls sideways on a phone is broken. */
  const overflow = (page: Page) =>
    page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  async function administrator(): Promise<{ clientId: string; clientSecret: string }> {
    const { client, secret } = await running.app.get(Administrators).make();
    return { clientId: client.clientId, clientSecret: secret ?? '' };
  }

  /** The client that the README makes. */
  async function server(): Promise<{ clientId: string; clientSecret: string }> {
    const portal = await portalOf(running, { scopes: knownScopes, administrator: true });
    const scopes = ['users:read', 'users:write', 'idv:read', 'idv:write', 'notifications:read', 'notifications:write'];
    const asked = { clientName: 'Server', test: true, grantTypes: ['client_credentials'], scopes };
    return (await portal.post('/v1/clients', asked)).body;
  }

  describe('The API reference', () => {
    it('lists all operations before Swagger UI is loaded', async () => {
      const { page, complaints } = await open('/docs');
      const loaded: string[] = await page.evaluate('performance.getEntriesByType("resource").map(({ name }) => name)');
      expect(loaded.filter((name) => /swagger|openapi/.test(name))).toEqual([]);
      const { paths } = (await (await fetch(running.url('management', '/openapi.json'))).json()) as any;
      const methods = Object.values<object>(paths).flatMap((item) => Object.keys(item));
      expect(await page.locator('.operations li').count()).toBe(methods.length);
      expect(complaints).toEqual([]);
      await page.close();
    });

    it('shows the routes, and an operation with its examples when it is opened', async () => {
      const { page, complaints } = await open('/docs');
      const route = await choose(page, 'put', '/v1/users/{userId}/status');
      await route.locator('.responses-table').first().waitFor();
      expect(await route.textContent()).toContain('409');
      expect(complaints).toEqual([]);
      await page.close();
    });

    it('loads the operations of another tag when it is opened, and those of the first stay', async () => {
      const { page, complaints } = await open('/docs');
      await choose(page, 'get', '/v1/users');
      expect(await page.locator('[data-path="/v1/webhookEndpoints"]').count()).toBe(0);
      await page.locator('.opblock-tag', { hasText: 'Webhooks' }).click();
      await page.locator('[data-path="/v1/webhookEndpoints"]').first().waitFor();
      expect(await page.locator('[data-path="/v1/users"]').count()).toBeGreaterThan(0);
      expect(complaints).toEqual([]);
      await page.close();
    });

    it('names the errors of an operation, and shows an example when it is asked for', async () => {
      const { page } = await open('/docs');
      const route = await choose(page, 'put', '/v1/users/{userId}/status');
      const refused = route.locator('tr.response[data-code="409"]');
      await refused.waitFor();
      expect(await refused.textContent()).toContain('users/status-refused');
      const example = refused.locator('.microlight');
      expect(await example.isVisible()).toBe(false);
      expect(await route.locator('tr.response[data-code="200"] .microlight').isVisible()).toBe(true);
      await refused.getByText('Example', { exact: true }).click();
      expect(await example.textContent()).toContain('The user status does not allow this change');
      await page.close();
    });

    it.each([
      ['an administrator', () => administrator(), '/v1/enterprises', '"enterpriseId": "default"'],
      ['a server with a few scopes', () => server(), '/v1/users', '"users": []'],
    ])('authorizes %s by id and secret with all that it holds, and calls a route', async (_who, made, path, found) => {
      const { clientId, clientSecret } = await made();
      const { page, complaints } = await open('/docs');
      await page.getByRole('button', { name: 'Authorize' }).first().click();
      const dialog = page.locator('.modal-ux');
      expect(await dialog.textContent()).toContain('Read users, their devices and their data export.');
      await dialog.getByLabel('client_id').fill(clientId);
      await dialog.getByLabel('client_secret').fill(clientSecret);
      await dialog.getByText('select all').click();
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await dialog.getByText('Logout', { exact: true }).waitFor();
      await dialog.locator('.btn-done').click();

      const tag = path === '/v1/users' ? 'Users' : 'Enterprises';
      await page.locator(`.opblock-tag[data-tag="${tag}"]`).click();
      const route = page.locator('.opblock-get', { has: page.locator(`[data-path="${path}"]`) });
      await route.click();
      await route.getByRole('button', { name: 'Try it out' }).click();
      await route.getByRole('button', { name: 'Execute' }).click();
      const live = route.locator('.live-responses-table');
      await live.waitFor();
      expect(await live.locator('.response-col_status').last().textContent()).toContain('200');
      expect(await live.textContent()).toContain(found);
      expect(complaints).toEqual([]);
      await page.close();
    });

    it.each([
      ['light', DESKTOP],
      ['dark', PHONE],
    ] as const)(
      'has nothing wrong for axe, when it is read, tried and authorized: %s',
      async (colorScheme, viewport) => {
        const { page } = await open('/docs', viewport);
        await page.emulateMedia({ colorScheme });
        expect(await violationsOf(page)).toEqual([]);
        await choose(page, 'post', '/v1/clients');
        await page.getByRole('button', { name: 'Try it out' }).first().click();
        await page.locator('.opblock.is-open .responses-table').first().waitFor();
        expect(await violationsOf(page)).toEqual([]);
        await page.getByRole('button', { name: 'Authorize' }).first().click();
        await page.locator('.modal-ux').waitFor();
        expect(await violationsOf(page)).toEqual([]);
        await page.close();
      },
    );

    it('leads to the documents of the other surfaces', async () => {
      const { page, complaints } = await open('/docs');
      await page.getByRole('link', { name: 'Authorization server' }).click();
      await choose(page, 'post', '/service/authserver/oauth/token');
      expect(complaints).toEqual([]);
      await page.close();
    });

    it('reads well on a phone', async () => {
      const { page, complaints } = await open('/docs', PHONE);
      expect(await overflow(page)).toBe(0);
      await choose(page, 'get', '/v1/users');
      expect(await overflow(page)).toBe(0);
      expect(complaints).toEqual([]);
      await page.close();
    });
  });

  describe('The pages about errors', () => {
    it.each([
      ['on a desktop', DESKTOP],
      ['on a phone', PHONE],
    ])('lead from the list to each error %s', async (_name, viewport) => {
      const { page, complaints } = await open('/docs/problems', viewport);
      await page.getByRole('link', { name: 'users/status-refused' }).click();
      await page.waitForURL('**/docs/problems/users/status-refused');
      expect(await page.getByRole('heading').first().textContent()).toContain(
        'The user status does not allow this change',
      );
      expect(await overflow(page)).toBe(0);
      expect(complaints).toEqual([]);
      await page.close();
    });
  });

  describe('The mailbox of a developer', () => {
    it('shows the activation code of a new user, styled as its own policy allows', async () => {
      const portal = await portalOf(running, { scopes: ['users:write'] });
      await portal.post('/v1/users', newUser('jane', { emailId: 'jane@example.com' }));
      const { page, complaints } = await open('/docs/mailbox');
      while ((await page.locator('article').count()) === 0) await page.reload();
      expect(await page.locator('article').first().textContent()).toMatch(/[0-9A-Z]{5}-[0-9A-Z]{5}/);
      const radius = await page.evaluate(`getComputedStyle(document.querySelector('article')).borderRadius`);
      expect(radius).toBe('12px');
      expect(complaints).toEqual([]);
      await page.close();
    });
  });

  describe('The guide', () => {
    const GUIDE = '/docs/guide';

    it('finds a page with a typing error in its name, and an error by its code', async () => {
      const { page, complaints } = await open(GUIDE);
      await page.keyboard.press('Control+k');
      const dialog = page.getByRole('dialog', { name: 'Search the guide' });
      await dialog.getByRole('searchbox').fill('webhoks');
      await dialog
        .getByRole('link', { name: /^Webhooks/ })
        .first()
        .waitFor();
      await dialog.getByRole('searchbox').fill('users/status-refused');
      const found = dialog.getByRole('link', { name: /The user status does not allow this change/ });
      await found.waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await found.click();
      await page.waitForURL('**/docs/problems/users/status-refused');
      expect(complaints).toEqual([]);
      await page.close();
    });

    it('shows code in the language that was chosen, on the next page too, with the values of the reader: it runs', async () => {
      const { clientId, clientSecret } = await administrator();
      const { page, complaints } = await open(`${GUIDE}/integrators/tokens`);
      const node = page.getByRole('tab', { name: 'Node' }).first();
      expect(await page.getByRole('tabpanel', { name: 'curl' }).first().isVisible()).toBe(true);
      await node.click();
      await page.goto(running.url('management', `${GUIDE}/operators/push`));
      await page.goto(running.url('management', `${GUIDE}/integrators/tokens`));
      expect(await node.getAttribute('aria-selected')).toBe('true');
      const panel = page.getByRole('tabpanel', { name: 'Node' }).first();
      expect(await panel.isVisible()).toBe(true);
      expect(await page.getByRole('tabpanel', { name: 'curl' }).first().isVisible()).toBe(false);
      await page.getByLabel('your sign-in address').fill(running.url('auth'));
      await page.getByLabel('your client id').fill(clientId);
      await page.getByLabel('your client secret').fill(clientSecret);
      const shown = (await panel.locator('code').textContent()) ?? '';
      const script = `${shown.replace('users:read users:write', 'all')}\nexport { token };`;
      const { token } = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as { token: string };
      expect(token).toMatch(/^eyJ/);
      expect(complaints).toEqual([]);
      await page.reload();
      expect(await panel.locator('code').textContent()).toContain('<your client id>'); // kept nowhere
      await page.close();
    });

    it('copies code', async () => {
      const { page } = await open(`${GUIDE}/demo`);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.locator('.code').first().hover();
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm ci && npm start');
      await page.close();
    });

    it('is dark where the reader wants it, from the first moment of the next page', async () => {
      const { page, complaints } = await open(`${GUIDE}/integrators/identity-verification`);
      const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      const light = await ground();
      await page.getByRole('button', { name: 'Dark colours' }).click();
      expect(await ground()).not.toBe(light);
      expect(await violationsOf(page)).toEqual([]);
      const dark = await ground();
      await page.goto(running.url('management', `${GUIDE}/operators/push`), { waitUntil: 'domcontentloaded' });
      expect(await ground()).toBe(dark);
      expect(await page.getByRole('button', { name: 'Dark colours' }).getAttribute('aria-pressed')).toBe('true');
      expect(complaints).toEqual([]);
      await page.close();
    });

    it('fits a phone: each page of the menu, without scrolling to the side', async () => {
      const { page, complaints } = await open(GUIDE, PHONE);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      const links = page.locator('.menu a');
      const addresses = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
      expect(await violationsOf(page)).toEqual([]);
      const wide: string[] = [];
      for (const address of addresses.filter((one) => !one?.includes('/decisions/'))) {
        await page.goto(running.url('management', address ?? ''), { waitUntil: 'domcontentloaded' });
        if ((await overflow(page)) !== 0) wide.push(address ?? '');
      }
      expect(addresses.length).toBeGreaterThan(60);
      expect(wide).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    });

    it.each([
      ['light', DESKTOP],
      ['dark', PHONE],
    ] as const)('has nothing wrong for axe: %s', async (colorScheme, viewport) => {
      const { page } = await open(`${GUIDE}/integrators/identity-verification`, viewport);
      await page.emulateMedia({ colorScheme });
      for (const path of ['', '/integrators/tokens', '/integrators/webhooks', '/settings']) {
        await page.goto(running.url('management', GUIDE + path), { waitUntil: 'domcontentloaded' });
        expect([path, await violationsOf(page)]).toEqual([path, []]);
      }
      await page.close();
    });
  });
});
