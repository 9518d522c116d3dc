import { Person } from '../../support/person.js';
import { someId, TestPortal } from '../../support/portal.js';
import { active, authorizeUrl, PASSWORD } from '../../support/signing-in.js';

let portal: TestPortal;

describe('Pages forms', () => {
  beforeAll(async () => {
    portal = await TestPortal.open();
  });
  afterAll(() => portal.close());

  describe('The forms', () => {
    it.each([
      ['no token', { csrf: '' }, {}],
      ['the token of another interaction', { csrf: 'other' }, {}],
      ['another origin', {}, { origin: 'https://evil.example' }],
      ['another site', {}, { 'sec-fetch-site': 'cross-site' }],
      ['a sibling site', {}, { 'sec-fetch-site': 'same-site' }],
    ])('are refused with %s', async (_what, fields: Record<string, string>, headers: Record<string, string>) => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId);
      const other = (await portal.page(portal.newcomer())).forms[0]?.fields['csrf'] ?? '';
      const changed = fields['csrf'] === 'other' ? { csrf: other } : fields;
      const page = await portal.page(person);
      const answer = await person.send(page, '/login', { login: userId, password: PASSWORD, ...changed }, headers);
      expect(answer.status).toBe(403);
      expect(answer.left).toBeUndefined();
      expect(answer.html).toContain('did not come from this page');
    });

    it('are refused without the cookie of their interaction', async () => {
      const person = portal.newcomer();
      const page = await portal.page(person);
      const stranger = portal.newcomer();
      const answer = await stranger.send(page, '/login', { login: 'x', password: 'y' });
      expect(answer.status).toBe(400);
      expect(answer.html).toContain('This page has expired');
    });

    it.each([
      ['larger than any of ours', 413, 'application/x-www-form-urlencoded', `login=${'x'.repeat(100_000)}`],
      ['with more fields than any of ours', 413, 'application/x-www-form-urlencoded', 'a=b&'.repeat(100)],
      ['that is none', 403, 'text/plain', 'login=x'],
      ['in JSON', 403, 'application/json', '{"login":"x","csrf":{"$ne":""}}'],
    ])('refuse a body %s: %i', async (_what, status, type, body) => {
      const person = portal.newcomer();
      const page = await portal.page(person);
      const url = new URL(page.forms[0]?.action ?? '', page.url);
      const headers = { 'content-type': type };
      expect((await person.go(url, { method: 'POST', body, headers })).status).toBe(status);
    });

    it('take a field that comes twice for none', async () => {
      const person = portal.newcomer();
      const page = await portal.page(person);
      const fields = Object.entries({ ...page.forms[0]?.fields, password: 'x' });
      const body = new URLSearchParams([...fields, ['csrf', page.forms[0]?.fields['csrf'] ?? '']]);
      const url = new URL(page.forms[0]?.action ?? '', page.url);
      expect((await person.go(url, { method: 'POST', body })).status).toBe(403);
    });

    it('cannot be framed, run no foreign script, and may end only at the application', async () => {
      const { headers } = await portal.page(portal.newcomer());
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy.split('; ')).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "form-action 'self' https://app.example",
        ]),
      );
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('same-origin');
    });

    it('set cookies that only this host, only TLS and no script can read', async () => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId);
      const page = await portal.page(person);
      expect(person.cookies.map(({ name }) => name).sort()).toEqual([
        '__Host-cs-auth-application',
        '__Secure-cs-auth-interaction',
        '__Secure-cs-auth-resume',
      ]);
      await portal.signIn(person, userId, PASSWORD, page);
      expect(person.cookies.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['__Host-cs-auth-known', '__Host-cs-auth-session']),
      );
    });
  });

  describe('A request that cannot be answered by redirect', () => {
    it.each([
      ['an unknown client', { client_id: 'nobody' }, 'do not know the application'],
      ['an address that is not registered', { redirect_uri: 'https://evil.example/' }, 'that it has not registered'],
    ])('shows a page for %s', async (_what, params, text) => {
      const page = await portal.page(portal.newcomer(), portal.client, params);
      expect(page.status).toBe(400);
      expect(page.left).toBeUndefined();
      expect(page.html).toContain(text);
      expect(page.html.includes('https://app.example/sorry')).toBe(!('client_id' in params));
      expect(page.html).not.toContain('evil.example');
    });

    it('answers in JSON when asked', async () => {
      const { status, html } = await new Person(portal.running, { accept: 'application/json' }).open(
        authorizeUrl(portal.running, portal.client, { redirect_uri: 'https://evil.example/' }),
      );
      expect(status).toBe(400);
      expect(JSON.parse(html)).toMatchObject({ error: 'invalid_redirect_uri' });
    });
  });

  describe('Languages', () => {
    it.each([
      [{ ui_locales: 'fr es' }, {}, 'lang="es" dir="ltr"', 'Iniciar sesión'],
      [{}, { 'accept-language': 'ar' }, 'lang="ar" dir="rtl"', 'تسجيل الدخول'],
      [{ ui_locales: 'de' }, { 'accept-language': 'ar' }, 'lang="de" dir="ltr"', 'Anmelden'],
    ])('follow %j before %j', async (params, headers, tag, word) => {
      const { html } = await portal.page(new Person(portal.running, headers), portal.client, params);
      expect(html).toContain(tag);
      expect(html).toContain(word);
    });

    it('stay as chosen on a page', async () => {
      const person = portal.newcomer();
      await person.follow(await portal.page(person), '?lang=de');
      expect((await portal.page(person, portal.client, { ui_locales: 'es' })).html).toContain('Anmelden');
    });
  });
});
