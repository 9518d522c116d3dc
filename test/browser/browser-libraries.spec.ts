import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { basename, join } from 'node:path';
import { decodeJwt } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, PATIENCE_MS, startBrowser } from '../support/browser.js';
import { documented } from '../support/documented.js';
import { GuideReader } from '../support/guide-reader.js';

describe('The guide', () => {
  const PAGE = 'integrators/sign-in-with-browser-libraries.md';
  const ANGULAR = 'angular-auth-oidc-client';
  const KEYCLOAK = 'keycloak-js';
  const SCOPE = 'savings.read'; // of an API of the enterprise
  const RESOURCE = 'https://savings.bank.example';
  const PASSWORD = 'lamp orbit velvet 27 canoe';
  const HTML = `<!doctype html><title>Savings planner</title><p>…</p><button>…</button><app-root></app-root><script type="module" src="/app.js"></script>`;

  let reader: GuideReader;
  let browser: Browser;
  beforeAll(async () => {
    reader = await GuideReader.of('docs/integrators/sign-in');
    const made = reader.follow(['Try it on your own machine']);
    if ((await made.exited) !== 0) throw new Error(made.err);
    await reader.api('POST', '/v1/apis', {
      ...{ name: 'Savings', resource: RESOURCE },
      scopes: [{ name: SCOPE, audience: 'user', description: { en: 'See your savings' } }],
    });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await reader.end();
  });

  /** The script of the page with its library, in a folder: bundled by a program, since the bundler needs a realm of its own. */
  function bundled(heading: string): string {
    const language = heading === ANGULAR ? 'ts' : 'js';
    const input = join(reader.folder, `app.${language}`);
    const folder = join(reader.folder, `app-${heading.replaceAll(/\W/g, '')}`);
    const script = documented(PAGE, language, heading)
      .replaceAll("'profile'", `'profile', '${SCOPE}'`)
      .replaceAll('openid profile', `openid profile ${SCOPE}`);
    writeFileSync(input, script);
    writeFileSync(join(reader.folder, 'tsconfig.json'), '{ "compilerOptions": { "experimentalDecorators": true } }');
    execFileSync(join('node_modules', '.bin', 'rolldown'), [input, '--dir', folder, '--platform', 'browser']);
    return folder;
  }

  /** Of the service: the page is on the same machine. */
  function tls(file: string): Buffer {
    const folder = join(reader.folder, '.data/tls');
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) => basename(name) === file);
    if (!found) throw new Error(`There is no ${file}`);
    return readFileSync(join(folder, found));
  }

  async function served(scripts: string, url: string, config: object): Promise<Server> {
    const server = createServer({ cert: tls('localhost.pem'), key: tls('localhost-key.pem') }, (request, response) => {
      const { pathname } = new URL(request.url ?? '/', url);
      if (pathname.endsWith('.js')) {
        response.setHeader('content-type', 'text/javascript').end(readFileSync(join(scripts, basename(pathname))));
      } else if (pathname === '/config.json') response.end(JSON.stringify(config));
      else response.setHeader('content-type', 'text/html').end(HTML);
    });
    await new Promise<void>((listening) => server.listen(Number(new URL(url).port), 'localhost', listening));
    return server;
  }

  it.each(['@azure/msal-browser', 'oidc-spa', ANGULAR, KEYCLOAK])(
    "%s signs her in, gets a token for the enterprise's own API, knows her after a reload, and signs her out",
    async (library) => {
      const url = reader.appUrl('3001');
      const { clientId } = await reader.api('POST', '/v1/clients', {
        clientName: library,
        authMethod: 'none',
        grantTypes: ['authorization_code', 'refresh_token'],
        scopes: ['openid', 'profile', 'offline_access'],
        apiScopes: [SCOPE],
        redirectUris: [`${url}/`],
        postLogoutRedirectUris: [`${url}/`],
        allowedOrigins: [url],
        firstParty: true,
        ...(library === KEYCLOAK && { jwtAccessTokens: true }),
      });
      const issuer = `${reader.service.config.authUrl}/service/authserver`;
      const server = await served(bundled(library), url, { issuer, clientId });
      const context = await browser.newContext({ ignoreHTTPSErrors: true });
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      const complaints = complaintsOf(page, /status of 404/);
      const granted = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/oauth/token'));
      await page.goto(url);
      await page.getByText('Nobody is signed in').waitFor();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await enter(page);
      await page.getByText('Signed in as Nadia Petrova').waitFor();
      const { access_token: token } = await (await granted).json();
      expect(JSON.stringify(decodeJwt(token).aud)).toContain(RESOURCE);
      await page.reload();
      await page.getByText('Signed in as Nadia Petrova').waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('Nobody is signed in').waitFor();
      expect(complaints).toEqual([]);
      await context.close();
      server.close();
    },
  );

  let activated = false;
  async function enter(page: Page): Promise<void> {
    if (!activated) await page.getByRole('link', { name: 'I have an activation code' }).click();
    await page.fill('#login', 'nadia');
    if (!activated) await page.fill('#activation_code', 'TRY-2468');
    await page.fill(activated ? '#password' : '#new_password', PASSWORD);
    await page.keyboard.press('Enter');
    activated = true;
  }
});
