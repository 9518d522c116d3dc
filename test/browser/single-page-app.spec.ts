import type { Browser, BrowserContext, Page } from 'playwright-core';
import { complaintsOf, follow, PATIENCE_MS, startBrowser } from '../support/browser.js';
import { GuideReader } from '../support/guide-reader.js';

describe('A single-page app', () => {
  const PASSWORD = 'lamp orbit velvet 27 canoe';
  /** The library renews a minute before the end: here, at once. */
  const SOON = 62;

  let reader: GuideReader;
  let browser: Browser;
  let url: string;
  beforeAll(async () => {
    reader = await GuideReader.of('docs/integrators/sign-in');
    url = reader.appUrl('3001');
    await reader.serve(['Try it on your own machine', 'A single-page app'], url);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await reader.end();
  });

  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  beforeEach(async () => {
    context = await browser.newContext({ ignoreHTTPSErrors: true });
    context.setDefaultTimeout(PATIENCE_MS);
    page = await context.newPage();
    complaints = complaintsOf(page, /status of 404/); // of its icon
  });
  afterEach(() => context.close());

  const reads = (text: string) => page.getByText(text).waitFor();
  const clientId = (): string => reader.kept('single-page-app.json')['clientId'] ?? '';
  const change = (changes: object) => reader.api('PATCH', `/v1/clients/${clientId()}`, changes);

  let activated = false;
  async function enter(): Promise<void> {
    await page.getByRole('button', { name: 'Sign in' }).click();
    if (!activated) await follow(page.getByRole('link', { name: 'I have an activation code' }));
    await page.fill('#login', 'nadia');
    if (!activated) await page.fill('#activation_code', 'TRY-2468');
    await page.fill(activated ? '#password' : '#new_password', PASSWORD);
    await page.keyboard.press('Enter');
    activated = true;
  }

  async function signIn(): Promise<void> {
    await enter();
    await reads('Signed in as Nadia Petrova');
  }

  it('signs her in, with the tokens where nothing on the page is stored', async () => {
    await page.goto(url);
    await reads('Nobody is signed in');
    await signIn();
    expect(page.url()).toBe(`${url}/`);
    const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    expect(stored).toBe('[{},{},""]');
    expect(complaints).toEqual([]);
  });

  it('knows her after a reload, by a hidden frame', async () => {
    await page.goto(url);
    await signIn();
    await page.reload();
    await reads('Signed in as Nadia Petrova');
    expect(complaints).toEqual([]);
  });

  it('renews her tokens before they end, with proof of the key that they are bound to', async () => {
    await change({ accessTokenTtl: SOON });
    const renewal = page.waitForRequest((request) => request.postData()?.includes('grant_type=refresh_token') ?? false);
    await page.goto(url);
    await signIn();
    const asked = await renewal;
    const answer = await (await asked.response())?.json();
    await change({ accessTokenTtl: null });
    expect(asked.headers()['dpop']).toBeDefined();
    expect(answer).toMatchObject({ token_type: 'DPoP', refresh_token: expect.any(String) });
    expect(complaints).toEqual([]);
  });

  it('signs her out here and there, and revokes her tokens', async () => {
    const before = await reader.count('RefreshToken');
    await page.goto(url);
    await signIn();
    expect(await reader.count('RefreshToken')).toBe(before + 1);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await reads('Nobody is signed in'); // without a question, since the application is the enterprise's own
    expect(await reader.count('RefreshToken')).toBe(before);
    await page.reload();
    await reads('Nobody is signed in');
    expect(complaints).toEqual([]);
  });

  it('takes no answer that it did not ask for', async () => {
    const failure = page.waitForEvent('pageerror');
    await page.goto(`${url}/callback?code=x&state=y`);
    expect((await failure).message).toBe('No matching state found in storage');
  });

  it('gets nothing at an origin that is not allowed, and the browser says so', async () => {
    await change({ allowedOrigins: [] });
    const refusal = page.waitForEvent('console', (message) => message.text().includes('blocked by CORS policy'));
    const failure = page.waitForEvent('pageerror');
    await page.goto(url);
    await enter();
    expect((await refusal).text()).toContain('/oauth/token');
    expect((await failure).message).toBe('Failed to fetch');
    expect(await page.textContent('p')).toBe('…');
  });
});
