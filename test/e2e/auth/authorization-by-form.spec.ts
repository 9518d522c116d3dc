import { randomUUID } from 'node:crypto';
import type { Client } from '../../../src/auth/client/client.entity.js';
import type { TestApplication } from '../../support/application.js';
import { codeIn, redeem, signedIn } from '../../support/code-flow.js';
import { Person, type Seen } from '../../support/person.js';
import { sharedApplication } from '../../support/shared-application.js';
import { application, authorizeUrl } from '../../support/signing-in.js';

let running: TestApplication;
let bank: Client;

const AUTHORIZE = '/service/authserver/oauth/authorize';
const formOf = (params: Record<string, string> = {}) => authorizeUrl(running, bank, params).searchParams;
const post = (person: Person, body: string | URLSearchParams, headers: Record<string, string> = {}): Promise<Seen> =>
  person.go(new URL(AUTHORIZE, running.config.authUrl), { method: 'POST', body, headers });

describe('Authorization by form', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    bank = await application(running);
  });

  describe('An authorization request by POST', () => {
    it('leads to the login page', async () => {
      const page = await post(new Person(running), formOf());
      expect(page.status).toBe(200);
      expect(page.html).toContain('name="password"');
    });

    it('finds whoever is signed in, though browsers send no cookie along with the form of another site', async () => {
      const { person } = await signedIn(running, bank, `p-${randomUUID().slice(0, 8)}`);
      const answer = await fetch(running.url('auth', AUTHORIZE), {
        method: 'POST',
        body: formOf(),
        redirect: 'manual',
      });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const back = await person.open(answer.headers.get('location') ?? '');
      expect(back.left?.searchParams.get('state')).toBe('xyz');
      expect((await redeem(running, bank, codeIn(back))).status).toBe(200);
    });

    it('is held to what holds for one by GET', async () => {
      const foreign = await post(new Person(running), formOf({ redirect_uri: 'https://evil.example/' }));
      expect(foreign.status).toBe(400);
      expect(foreign.left).toBeUndefined();
      const twice = formOf();
      twice.append('scope', 'email');
      const refused = await post(new Person(running), twice);
      expect(refused.left?.searchParams.get('error')).toBe('invalid_request');
    });

    it('sends nobody elsewhere, whatever it says', async () => {
      const answer = await fetch(running.url('auth', `${AUTHORIZE}?client_id=x`), {
        method: 'POST',
        body: new URLSearchParams({ '//evil.example/\r\nset-cookie': 'a=b' }),
        redirect: 'manual',
      });
      expect(answer.headers.get('location')).toBe(`${AUTHORIZE}?%2F%2Fevil.example%2F%0D%0Aset-cookie=a%3Db`);
    });

    it('that is longer than a query can be is refused', async () => {
      const { status, html } = await post(new Person(running), formOf({ nonce: 'x'.repeat(9_000) }));
      expect(status).toBe(413);
      expect(JSON.parse(html)).toMatchObject({ error: 'invalid_request' });
      const many = await post(new Person(running), `scope=${'%20'.repeat(100_000)}`, {
        'content-type': 'application/x-www-form-urlencoded',
      });
      expect(many.status).toBe(413);
      expect(many.headers.get('connection')).toBe('close'); // what was not read belongs to no other request
    });

    it('that is no form is refused', async () => {
      const body = JSON.stringify(Object.fromEntries(formOf()));
      const { status, html } = await post(new Person(running), body, { 'content-type': 'application/json' });
      expect(status).toBe(415);
      expect(JSON.parse(html)).toMatchObject({ error: 'invalid_request' });
    });
  });

  describe('A request to sign out by POST', () => {
    const LOGOUT = '/service/authserver/oauth/logout';

    it('finds whoever is signed in, though browsers send no cookie along with the form of another site', async () => {
      const { person } = await signedIn(running, bank, 'out-by-form');
      const body = new URLSearchParams({ client_id: bank.clientId, state: 'x' });
      const answer = await fetch(running.url('auth', LOGOUT), { method: 'POST', body, redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${LOGOUT}?${body.toString()}`]);
      expect((await person.open(answer.headers.get('location') ?? '')).html).toContain('name="logout"');
    });
  });
});
