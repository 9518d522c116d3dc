import type { Client } from '../../../../src/auth/client/client.entity.js';
import type { TestApplication } from '../../../support/application.js';
import { signedIn } from '../../../support/code-flow.js';
import { Person } from '../../../support/person.js';
import { authorize, basic, encoded, post } from '../../../support/raw-requests.js';
import { clientWithSecret } from '../../../support/relying-party.js';
import { sharedApplication } from '../../../support/shared-application.js';
import { application, authorizeUrl } from '../../../support/signing-in.js';

const CALLBACK = 'https://app.example/callback';
const REFUSED = { status: 400, location: undefined };

let running: TestApplication;
let bank: Client;
let shop: Client;

const asked = (params: Record<string, string>) => Object.fromEntries(authorizeUrl(running, bank, params).searchParams);

/** RFC 9700, 2.1: exactly one of those registered, letter by letter. */
const VARIANTS = [
  ['of another client', 'https://shop.example/callback'],
  ['with another path', 'https://app.example/callback2'],
  ['with a longer path', 'https://app.example/callback/more'],
  ['with a slash at its end', `${CALLBACK}/`],
  ['with a path in other case', 'https://app.example/Callback'],
  ['with an encoded letter', 'https://app.example/%63allback'],
  ['with dots', 'https://app.example/x/../callback'],
  ['with encoded dots', 'https://app.example/x/%2e%2e/callback'],
  ['with a doubled slash', 'https://app.example//callback'],
  ['with a query', `${CALLBACK}?next=https://evil.example`],
  ['with an empty query', `${CALLBACK}?`],
  ['with a fragment', `${CALLBACK}#https://evil.example`],
  ['with an empty fragment', `${CALLBACK}#`],
  ['with a path parameter', `${CALLBACK};a=b`],
  ['with a host in other case', 'https://APP.example/callback'],
  ['with the usual port', 'https://app.example:443/callback'],
  ['with another port', 'https://app.example:8443/callback'],
  ['by http', 'http://app.example/callback'],
  ['by a scheme in other case', 'HTTPS://app.example/callback'],
  ['with credentials', 'https://user:pass@app.example/callback'],
  ['with the host for a name', 'https://app.example@evil.example/callback'],
  ['with a dot after the host', 'https://app.example./callback'],
  ['below the host', 'https://evil.app.example/callback'],
  ['with the host for a beginning', 'https://app.example.evil.example/callback'],
  ['with the host for an ending', 'https://evilapp.example/callback'],
  ['with a backslash', 'https://app.example\\@evil.example/callback'],
  ['with a space around', ` ${CALLBACK} `],
  ['with a line break', `${CALLBACK}\r\nX-Evil: 1`],
  ['with a zero', `${CALLBACK}\0`],
  ['without a scheme', '//app.example/callback'],
  ['that is a path', '/callback'],
  ['that is a script', 'javascript:alert(document.cookie)'],
  ['that is a page', 'data:text/html,<script>alert(1)</script>'],
  ['that is empty', ''],
] as const;

describe('Redirects', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    bank = await application(running);
    shop = await application(running, { redirectUris: ['https://shop.example/callback'] });
  });

  describe('Nobody', () => {
    it.each(VARIANTS)('is sent to an address %s: %j', async (_what, redirect_uri) => {
      for (const prompt of ['login', 'none']) {
        expect(await authorize(running, asked({ redirect_uri, prompt }))).toMatchObject(REFUSED);
      }
    });

    it('is sent to an address that is missing, though only one is registered', async () => {
      const { redirect_uri: _left, ...others } = asked({});
      expect(await authorize(running, others)).toMatchObject(REFUSED);
    });

    it('is sent to an address of the client that the request names a second time', async () => {
      const twice = [
        ...Object.entries(asked({ redirect_uri: 'https://shop.example/callback' })),
        ['client_id', shop.clientId],
      ];
      expect(await authorize(running, twice as [string, string][])).toMatchObject(REFUSED);
    });

    it('is sent to an address by a page that shows it, or links to it', async () => {
      const page = await authorize(running, asked({ redirect_uri: 'https://evil.example/callback' }), 'text/html');
      expect(page).toMatchObject(REFUSED);
      expect(page.body).not.toContain('evil.example');
      expect(page.body).toContain('href="https://app.example/sorry"');
    });

    it('is sent to an address whoever is signed in', async () => {
      const { person } = await signedIn(running, bank, 'redirected');
      const there = await person.open(authorizeUrl(running, bank, { redirect_uri: 'https://evil.example/' }));
      expect(there).toMatchObject({ status: 400, left: undefined });
    });

    it.each(VARIANTS)('is sent to an address %s by a pushed request', async (_what, redirect_uri) => {
      const { client, secret } = await confidential();
      const answer = await post(
        running,
        'par',
        { ...asked({ redirect_uri }), client_id: client.clientId },
        basic(client.clientId, secret),
      );
      expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^invalid_re/) } });
    });

    const confidential = () =>
      clientWithSecret(running, {
        scopes: ['openid', 'profile'],
        grantTypes: ['authorization_code'],
        redirectUris: [CALLBACK],
      });
  });

  describe('An app', () => {
    it.each(['http://127.0.0.1:4711/cb', 'http://127.0.0.1/cb', 'http://127.0.0.1:65535/cb'])(
      'is sent to its own machine at any port, since it takes one that is free: %s',
      async (redirect_uri) => {
        for (const registered of ['http://127.0.0.1:4710/cb', 'http://127.0.0.1/cb']) {
          const app = await application(running, { applicationType: 'native', redirectUris: [registered] });
          const answer = await authorize(running, asked({ client_id: app.clientId, prompt: 'none', redirect_uri }));
          expect(answer.location?.href.startsWith(`${redirect_uri}?error=`)).toBe(true);
          const web = await application(running, { redirectUris: ['http://127.0.0.1:4712/cb'] });
          expect(await authorize(running, asked({ client_id: web.clientId, redirect_uri }))).toMatchObject(REFUSED);
        }
      },
    );

    it.each([
      'http://127.0.0.1:4711/other',
      'http://127.0.0.1:4711/cb/',
      'http://127.0.0.1:4711/cb?x=y',
      'http://127.0.0.1:4711@evil.example/cb',
      'http://127.0.0.1.evil.example:4711/cb',
      'http://127.0.0.1:99999/cb',
      'http://127.0.0.1:/cb',
      'http://127.0.0.1:4711\\@evil.example/cb',
      'http://127.0.0.2:4710/cb',
      'http://localhost:4710/cb',
      'http://[::1]:4710/cb',
      'http://2130706433:4710/cb',
      'https://127.0.0.1:4710/cb',
    ])('is sent to its own machine by the name that it has registered, and not by %s', async (redirect_uri) => {
      const app = await application(running, { applicationType: 'native', redirectUris: ['http://127.0.0.1:4710/cb'] });
      const params = { client_id: app.clientId, prompt: 'none' };
      expect(await authorize(running, asked({ ...params, redirect_uri }))).toMatchObject(REFUSED);
      const own = await authorize(running, asked({ ...params, redirect_uri: 'http://127.0.0.1:4710/cb' }));
      expect(own.location?.host).toBe('127.0.0.1:4710');
    });
  });

  describe('Nobody who signs out', () => {
    const BYE = 'https://app.example/bye';
    const leaving = (person: Person, params: Record<string, string>) =>
      person.open(`/service/authserver/oauth/logout?${encoded(params).toString()}`);

    it.each([
      ['to an address that it has not registered', 'https://evil.example/'],
      ['with a slash more', `${BYE}/`],
      ['with a query', `${BYE}?next=https://evil.example`],
      ['to where the application takes its users up', CALLBACK],
      ['to a script', 'javascript:alert(1)'],
      ['to another path', '//evil.example/bye'],
    ])('is sent %s', async (_what, post_logout_redirect_uri) => {
      const { person } = await signedIn(running, bank, `out-${Math.random().toString(36).slice(2)}`);
      for (const somebody of [person, new Person(running)]) {
        const answer = await leaving(somebody, { client_id: bank.clientId, post_logout_redirect_uri });
        expect(answer).toMatchObject({ status: 400, left: undefined });
      }
    });

    it('is sent to an address of one client in the name of another', async () => {
      const answer = await leaving(new Person(running), {
        client_id: shop.clientId,
        post_logout_redirect_uri: `${BYE}2`,
      });
      expect(answer).toMatchObject({ status: 400, left: undefined });
    });

    it('is sent anywhere by a request that names no client', async () => {
      const { person } = await signedIn(running, bank, 'nameless');
      const page = await leaving(person, { post_logout_redirect_uri: BYE, state: 'x' });
      const out = await person.send(page, '/logout/confirm', { logout: 'yes' });
      expect(out).toMatchObject({ status: 200, left: undefined });
      expect(out.html).toContain('You are signed out');
    });
  });

  describe('A page of our own', () => {
    const EVIL = 'https://evil.example/';
    const names = [
      'redirect_uri',
      'next',
      'return_to',
      'returnUrl',
      'errorUrl',
      'error_url',
      'ui_locales',
      'lang',
      'url',
    ];

    it.each(names)('leads nowhere else by a parameter named %s', async (name) => {
      const person = new Person(running);
      for (const path of [
        '/service/account/',
        '/service/authserver/oauth/logout',
        '/service/interaction/none',
        '/service/assets/x/y',
      ]) {
        const page = await person.open(`${path}?${encoded({ [name]: EVIL }).toString()}`);
        expect(page.left).toBeUndefined();
        expect(page.html).not.toContain('evil.example');
      }
    });
  });
});
