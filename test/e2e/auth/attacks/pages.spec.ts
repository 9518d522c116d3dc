import type { Client } from '../../../../src/auth/client/client.entity.js';
import { newId } from '../../../../src/shared/kernel/index.js';
import type { TestApplication } from '../../../support/application.js';
import { signedIn } from '../../../support/code-flow.js';
import { Person, type Seen } from '../../../support/person.js';
import { sharedApplication } from '../../../support/shared-application.js';
import { active, application, authorizeUrl, PASSWORD } from '../../../support/signing-in.js';

const ACCOUNT = '/service/account/';
const LOGOUT = '/service/authserver/oauth/logout';

let running: TestApplication;
let bank: Client;
let foreign: Client;

const someId = () => `p-${newId()}`;
const stranger = () => new Person(running);

/** Somebody in front of a page. */
interface Visit {
  readonly person: Person;
  readonly page: Seen;
}
type Open = () => Promise<Visit>;

const visiting = async (person: Person, page: Promise<Seen>): Promise<Visit> => ({ person, page: await page });
const atLogin: Open = () => {
  const person = stranger();
  return visiting(person, person.open(authorizeUrl(running, bank)));
};
const atActivation: Open = async () => {
  const { person, page } = await atLogin();
  return visiting(person, person.follow(page, '/activate'));
};
const atConsent: Open = async () => {
  const { person } = await signedIn(running, bank, someId());
  return visiting(person, person.open(authorizeUrl(running, foreign)));
};
const atLogout: Open = async () => {
  const { person } = await signedIn(running, bank, someId());
  return visiting(person, person.open(LOGOUT));
};
const atAccountLogin: Open = () => {
  const person = stranger();
  return visiting(person, person.open(ACCOUNT));
};
const atAccount: Open = async () => {
  const userId = someId();
  await signedIn(running, bank, userId);
  const person = stranger();
  const login = await person.open(ACCOUNT);
  return visiting(person, person.send(login, '/login', { login: userId, password: PASSWORD }));
};
const then =
  (open: Open, next: (visit: Visit) => Promise<Seen>): Open =>
  async () => {
    const visit = await open();
    return visiting(visit.person, next(visit));
  };
const atPath =
  (path: string): Open =>
  () => {
    const person = stranger();
    return visiting(person, person.open(path));
  };

describe('Pages', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    bank = await application(running);
    foreign = await application(running, { firstParty: false });
  });

  describe('No page', () => {
    it.each<[string, number, Open]>([
      ['login', 200, atLogin],
      [
        'failed login',
        403,
        then(atLogin, ({ person, page }) => person.send(page, '/login', { login: 'x', password: 'y' })),
      ],
      ['activation', 200, atActivation],
      [
        'failed activation',
        403,
        then(atActivation, ({ person, page }) =>
          person.send(page, '/activate', { login: 'x', activation_code: 'y', new_password: PASSWORD }),
        ),
      ],
      ['consent', 200, atConsent],
      ['sign-out', 200, atLogout],
      [
        'signed out',
        200,
        then(atLogout, ({ person, page }) => person.send(page, '/logout/confirm', { logout: 'yes' })),
      ],
      ['still signed in', 200, then(atLogout, ({ person, page }) => person.send(page, '/logout/confirm'))],
      ['account login', 200, atAccountLogin],
      ['account', 200, atAccount],
      [
        'account with a problem',
        422,
        then(atAccount, ({ person, page }) =>
          person.send(page, '/password', { current_password: 'wrong', new_password: 'x' }),
        ),
      ],
      ['expired', 400, atPath('/service/interaction/none')],
      ['forged', 403, then(atLogin, ({ person, page }) => person.send(page, '/login', { csrf: '' }))],
      ['error', 400, atPath('/service/authserver/oauth/authorize?client_id=none')],
      ['sign-out refused', 400, atPath(`${LOGOUT}?client_id=none`)],
    ])('can be framed, cached or made to load what is not ours: %s', async (_name, status, open) => {
      const { page } = await open();
      expect(page.status).toBe(status);
      expect(page.html).toMatch(/^<!doctype html>/);
      const policy = (page.headers.get('content-security-policy') ?? '').split('; ');
      expect(policy).toEqual(
        expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]),
      );
      expect(policy.join()).not.toMatch(/unsafe|\*|data:/);
      expect(Object.fromEntries(page.headers)).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(page.html).not.toMatch(/<script(?![^>]* src=)|\son\w+=|style=|javascript:/);
    });

    it.each(['/service/none', '/service/interaction', '/service/assets/x/none', '/service/authserver/none'])(
      'can be framed, cached or made to load what is not ours where there is none: %s',
      async (path) => {
        const { page } = await atPath(path)();
        expect(page.status).toBe(404);
        expect(page.headers.get('x-frame-options')).toBe('DENY');
        expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      },
    );
  });

  describe('A form', () => {
    /** Every form that there is, by the page that it is on. */
    const PAGES: readonly (readonly [string, Open, readonly string[]])[] = [
      ['login', atLogin, ['login', 'passkey', 'cancel']],
      ['activation', atActivation, ['activate', 'activate/passkey']],
      ['consent', atConsent, ['consent', 'consent']],
      ['account login', atAccountLogin, ['login', 'passkey']],
      ['account', atAccount, ['passkeys/add', 'password', 'sessions/end', 'sessions/end-others', 'sign-out']],
    ];
    const FORGERIES: readonly (readonly [string, object, Record<string, string>])[] = [
      ['without its token', { csrf: '' }, {}],
      ['with a token that is made up', { csrf: 'x'.repeat(43) }, {}],
      ['from another origin', {}, { origin: 'https://evil.example' }],
      ['from no origin', {}, { origin: 'null' }],
      ['from another site', {}, { 'sec-fetch-site': 'cross-site' }],
      ['from a sibling', {}, { 'sec-fetch-site': 'same-site', origin: 'https://other.auth.test' }],
      ['by an address that was typed', {}, { 'sec-fetch-site': 'none' }],
    ];

    it.each(PAGES)(
      'is taken from our own page only, in the browser that it was made for: "%s"',
      async (_page, open, actions) => {
        const { person, page } = await open();
        const seen = page.forms.map(({ action }) => action);
        for (const action of new Set(actions)) expect(seen.some((other) => other.endsWith(`/${action}`))).toBe(true);
        const otherToken = (await open()).page.forms[0]?.fields['csrf'] ?? '';
        const forgeries = [...FORGERIES, ['with the token of another browser', { csrf: otherToken }, {}] as const];
        const before = JSON.stringify(person.cookies);
        for (const { action } of page.forms) {
          for (const [what, fields, headers] of forgeries) {
            const answer = await person.send(page, action, { ...fields }, headers);
            expect([what, action, answer.status, answer.left]).toEqual([what, action, 403, undefined]);
            expect(answer.html).toContain('did not come from this page');
          }
        }
        expect(JSON.stringify(person.cookies)).toBe(before);
      },
    );

    it.each(PAGES)('is taken with its cookie only: "%s"', async (_page, open) => {
      const { page } = await open();
      for (const { action } of page.forms) {
        const answer = await stranger().send(page, action);
        expect([action, answer.left]).toEqual([action, undefined]);
        // Of the account page a stranger sees the way in.
        expect(answer.status === 200 ? answer.html : String(answer.status)).toMatch(/name="password"|400|403/);
      }
    });

    it('is taken from our own page only when it signs somebody in (login CSRF): nobody plants an account of their own', async () => {
      const userId = someId();
      await active(running, userId);
      const attacker = await atAccountLogin();
      const victim = stranger();
      const answer = await victim.send(attacker.page, '/login', { login: userId, password: PASSWORD });
      expect(answer.status).toBe(403);
      expect(victim.cookies.map(({ name }) => name)).not.toContain('__Host-cs-auth-session');
    });

    it('is taken from our own page only when applications sign out by it', async () => {
      const { person, page } = await atLogout();
      for (const fields of [{ xsrf: '' }, { xsrf: 'x'.repeat(48) }]) {
        expect((await person.send(page, '/logout/confirm', { logout: 'yes', ...fields })).status).toBe(400);
      }
      expect((await stranger().send(page, '/logout/confirm', { logout: 'yes' })).status).toBe(400);
      expect((await person.open(authorizeUrl(running, bank))).left?.searchParams.has('code')).toBe(true);
    });

    it('is needed: nothing is done by merely opening an address (logout CSRF)', async () => {
      const { person } = await signedIn(running, bank, someId());
      for (const path of [
        LOGOUT,
        `${LOGOUT}/confirm?logout=yes`,
        `${ACCOUNT}sign-out`,
        `${ACCOUNT}sessions/end-others`,
      ]) {
        await person.open(path);
      }
      expect((await person.open(authorizeUrl(running, bank))).left?.searchParams.has('code')).toBe(true);
    });
  });

  describe('Nothing that is typed or asked', () => {
    const ODD = [
      'a\0b',
      '\u202egnp.exe',
      '<script>alert(1)</script>',
      "' OR 1=1 --",
      '${7*7}{{7*7}}',
      'x'.repeat(19_000),
      '\ud83d',
    ];

    it.each(ODD.map((text) => [text.slice(0, 30), text]))('breaks a page: %j', async (_short, text) => {
      const login = await atLogin();
      const activation = await atActivation();
      const account = await atAccountLogin();
      const own = await atAccount();
      const answers = [
        await own.person.open(
          `${ACCOUNT}?${new URLSearchParams({ rename: text.slice(0, 5_000), [text.slice(0, 500)]: 'x' }).toString()}`,
        ),
        await own.person.send(own.page, '/password', { current_password: text, new_password: text }),
        await login.person.send(login.page, '/login', { login: text, password: text }),
        await activation.person.send(activation.page, '/activate', {
          ...{ login: text, activation_code: text, new_password: PASSWORD },
        }),
        await account.person.send(account.page, '/login', {
          login: text,
          password: text,
          enterprise: text,
          test: text,
        }),
        await stranger().open(
          `${ACCOUNT}?${new URLSearchParams({ enterprise: text.slice(0, 5_000), lang: 'x' }).toString()}`,
        ),
        await stranger().open(
          `${LOGOUT}?${new URLSearchParams({ state: text.slice(0, 5_000), ui_locales: 'x' }).toString()}`,
        ),
      ];
      for (const { status, html } of answers) {
        expect(status).toBeLessThan(500);
        expect(html).not.toContain('<script>alert');
      }
    });
  });
});
