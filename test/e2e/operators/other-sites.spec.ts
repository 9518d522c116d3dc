import { createHash } from 'node:crypto';
import { Database } from '../../../src/shared/persistence/index.js';
import type { TestApplication } from '../../support/application.js';
import { cookieOf, raw } from '../../support/console/raw-console.js';
import { CONSOLE_URL, TestOperator } from '../../support/operators.js';
import { sharedApplication } from '../../support/shared-application.js';
import { portalOf } from '../../support/tokens.js';

const JSON_TYPE = 'Content-Type: application/json';
const HERE = 'Sec-Fetch-Site: same-origin';

describe('The console and other sites', () => {
  let running: TestApplication;
  let operator: TestOperator;
  beforeAll(async () => {
    running = await sharedApplication();
    operator = await TestOperator.with(running, ['owner']);
  });

  const change = (...headers: string[]) =>
    raw(running, 'DELETE /api/v1/me/sessions', [cookieOf(operator), 'Content-Length: 2', ...headers], '{}');

  it('Pages of its own may change something, in browsers of today and in older ones', async () => {
    expect((await change(HERE, JSON_TYPE)).status).toBe(204);
    expect((await change(HERE, 'Content-Type: application/json; charset=utf-8')).status).toBe(204);
    expect((await change(`Origin: ${CONSOLE_URL}`, JSON_TYPE)).status).toBe(204);
  });

  it.each<readonly [string, readonly string[]]>([
    ['without a word', []],
    ['with an origin of null', ['Origin: null']],
    ['with no origin in it', ['Origin: ']],
    ['of a sub-domain', ['Origin: https://a.console.test']],
    ['of the domain above', ['Origin: https://test']],
    ['of another port', ['Origin: https://console.test:9444']],
    ['of another scheme', ['Origin: http://console.test']],
    ['whose name begins the same', ['Origin: https://console.test.evil.example']],
    ['whose name ends the same', ['Origin: https://evilconsole.test']],
    ['with a user in it', ['Origin: https://console.test@evil.example']],
    ['with a path', ['Origin: https://console.test/']],
    ['with two origins', [`Origin: ${CONSOLE_URL}`, 'Origin: https://evil.example']],
    ['with two origins in one', [`Origin: ${CONSOLE_URL}, https://evil.example`]],
    ['of another surface', ['Origin: https://management.test']],
    ['that names a referrer only', [`Referer: ${CONSOLE_URL}/users`]],
    ['across sites, whatever the origin', ['Sec-Fetch-Site: cross-site', `Origin: ${CONSOLE_URL}`]],
    ['across hosts, whatever the origin', ['Sec-Fetch-Site: same-site', `Origin: ${CONSOLE_URL}`]],
    ['typed into a browser', ['Sec-Fetch-Site: none', `Origin: ${CONSOLE_URL}`]],
    ['with an empty word', ['Sec-Fetch-Site: ', `Origin: ${CONSOLE_URL}`]],
    ['with a word twice', ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site']],
    ['with a word in capitals', ['Sec-Fetch-Site: SAME-ORIGIN']],
    ['with a word that ends otherwise', ['Sec-Fetch-Site: same-origin;cross-site']],
    ['with a word under another name', ['X-Sec-Fetch-Site: same-origin', 'Sec_Fetch_Site: same-origin']],
  ])('A page changes nothing: %s', async (_what, headers) => {
    const other = await TestOperator.signedIn(running, operator.sub);
    const { status, body } = await change(JSON_TYPE, ...headers);
    expect([status, body.code]).toEqual([403, 'operators/other-site']);
    expect((await other.get('/api/v1/me')).status).toBe(200);
    expect((await raw(running, 'POST /api/sign-out', [cookieOf(operator), JSON_TYPE, ...headers])).status).toBe(403);
    expect((await raw(running, 'POST /api/sign-out', [cookieOf(other), JSON_TYPE, HERE])).status).toBe(204);
  });

  it.each([
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    '',
    '*/*',
    'application/octet-stream',
    'application/json-patch+json',
  ])('A form changes nothing, even of a page of its own: %s', async (type) => {
    const { status, body } = await change(HERE, ...(type === undefined ? [] : [`Content-Type: ${type}`]));
    expect([status, body.code]).toEqual([403, 'operators/other-site']);
  });

  it('No other origin is told that it may read or send anything', async () => {
    for (const method of ['GET', 'OPTIONS', 'DELETE']) {
      for (const path of ['/api/v1/me', '/api/live', '/api/sign-out', '/sign-in']) {
        const preflight = ['Origin: https://evil.example', 'Access-Control-Request-Method: DELETE'];
        const { head } = await raw(running, `${method} ${path}`, preflight);
        expect(head).not.toMatch(/Access-Control-Allow/i);
      }
    }
  });

  it('No answer may be framed, kept, or taken for another type', async () => {
    for (const path of ['/api/v1/me', '/', '/users', '/api/v1/nothing']) {
      const { head } = await raw(running, `GET ${path}`, [cookieOf(operator), 'Accept: text/html']);
      expect(head).toMatch(/Content-Security-Policy: [^\r]*frame-ancestors 'none'/i);
      expect(head).toMatch(/X-Content-Type-Options: nosniff/i);
      expect(head).toMatch(/Cache-Control: [^\r]*no-store/i);
    }
  });

  describe('A cookie', () => {
    const ask = (...cookies: string[]) =>
      raw(
        running,
        'GET /api/v1/me',
        cookies.map((cookie) => `Cookie: ${cookie}`),
      );
    const good = (of = operator) => `__Host-console=${of.cookie}`;

    it('opens its session', async () => {
      expect((await ask(`a=b; ${good()}; c=d`)).body.id).toBe(operator.sub);
    });

    it('is none where there are two of its name, in whatever order', async () => {
      const colleague = await TestOperator.with(running, ['support']);
      for (const other of ['__Host-console=abc', '__Host-console=', good(colleague), good()]) {
        for (const cookies of [[`${good()}; ${other}`], [`${other}; ${good()}`], [good(), other], [other, good()]]) {
          expect((await ask(...cookies)).body.code).toBe('operators/signed-out');
        }
      }
    });

    it('has the prefix that other hosts cannot set, letter by letter', async () => {
      const { cookie } = operator;
      for (const named of [
        'console',
        '__Secure-console',
        '__host-console',
        '__HOST-CONSOLE',
        '__Host-Console',
        '__Host-consol',
      ]) {
        expect((await ask(`${named}=${cookie}`)).status).toBe(401);
      }
      for (const value of [`"${cookie}"`, `${cookie}=`, ` ${cookie}`, `%20${cookie}`, cookie.slice(1)]) {
        expect([value, (await ask(`__Host-console=${value}`)).status]).toEqual([value, 401]);
      }
    });

    it('that is very long is refused, and so are very many', async () => {
      expect((await ask(`__Host-console=${'a'.repeat(10_000)}`)).status).toBe(401);
      expect((await ask(`__Host-console=${'a'.repeat(20_000)}`)).status).toBe(431);
      expect((await ask(...Array<string>(2_000).fill('__Host-console=abc'))).status).toBe(431);
      expect((await ask(`${Array<string>(900).fill('a=b').join('; ')}; ${good()}`)).status).toBe(200);
    });

    it('is not in the database, and what is there opens nothing', async () => {
      const rows = await running.app
        .get(Database)
        .rows<Record<string, unknown>>('SELECT * FROM operators.console_session WHERE sub = $1', [operator.sub]);
      expect(JSON.stringify(rows)).not.toContain(operator.cookie);
      expect((await ask(`__Host-console=${String(rows[0]?.['cookie_digest'])}`)).status).toBe(401);
      expect((await ask(`__Host-console=${String(rows[0]?.['id'])}`)).status).toBe(401);
      const digest = createHash('sha256').update(operator.cookie).digest('hex');
      expect((await ask(`__Host-console=${digest}`)).status).toBe(401);
    });

    it('opens nothing when its session has ended, and is not brought back', async () => {
      const ended = await TestOperator.signedIn(running, operator.sub);
      expect((await ended.call('POST', '/api/sign-out')).status).toBe(204);
      for (const path of ['/api/v1/me', '/api/v1/users', '/api/live', '/step-up']) {
        const { status, head } = await raw(running, `GET ${path}`, [cookieOf(ended)]);
        expect([path, status]).toEqual([path, 401]);
        expect(head).not.toMatch(/Set-Cookie: __Host-console=[^;]/i);
      }
      expect((await ended.call('POST', '/api/sign-out')).status).toBe(401);
    });

    it('opens no other enterprise than that of its operator, by whatever name', async () => {
      const client = await portalOf(running, { scopes: ['enterprises:write'], administrator: true });
      await client.post('/v1/enterprises', { enterpriseId: 'acme', name: 'Acme' });
      const acme = await TestOperator.with(running, [{ enterpriseId: 'acme', side: 'both', role: 'owner' }]);
      expect((await acme.get('/api/v1/me')).body.enterpriseId).toBe('acme');
      for (const [query, headers] of [
        ['', ['Enterprise-Id: default']],
        ['?_enterprise=default', []],
        ['?_enterprise=default', ['Enterprise-Id: acme']],
        ['', ['Enterprise-Id: ~operators']],
        ['?_enterprise=*', []],
      ] as const) {
        const { status } = await raw(running, `GET /api/v1/users${query}`, [cookieOf(acme), ...headers]);
        expect([query, headers, [403, 404].includes(status)]).toEqual([query, headers, true]);
        expect((await raw(running, `GET /api/live${query}`, [cookieOf(acme), ...headers])).status).toBe(403);
      }
    });

    it('is no session when it is of a sign-in, and no sign-in when it is of a session', async () => {
      const { head } = await raw(running, 'GET /sign-in', []);
      const begun = /__Host-console-sign-in=([^;]+)/.exec(head)?.[1] ?? '';
      expect(begun.length).toBeGreaterThan(100);
      expect((await ask(`__Host-console=${begun}`)).status).toBe(401);
      const crossed = `Cookie: __Host-console-sign-in=${operator.cookie}`;
      expect((await raw(running, 'GET /signed-in?code=a&state=b', [crossed])).status).toBe(401);
      const twice = `Cookie: __Host-console-sign-in=${begun}; __Host-console-sign-in=${begun}`;
      expect((await raw(running, 'GET /signed-in?code=a&state=b', [twice])).status).toBe(401);
    });
  });
});
