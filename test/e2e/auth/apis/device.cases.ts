import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import type { NewClient } from '../../../../src/auth/client/client-profile.js';
import type { Client } from '../../../../src/auth/client/client.entity.js';
import { Database } from '../../../../src/shared/persistence/index.js';
import type { TestApplication } from '../../../support/application.js';
import { Someone } from '../../../support/leveled-user.js';
import { Person, type Seen } from '../../../support/person.js';
import { fetchAt } from '../../../support/relying-party.js';
import { issuerOf } from '../../../../src/shared/auth-guard/index.js';
import { active, application, PASSWORD } from '../../../support/signing-in.js';
import { whileTimeStands } from '../../../support/clock.js';
import { clientRow } from '../../../support/tokens.js';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const OAUTH = '/service/authserver/oauth';

/** A file without types. */
const TELEVISION: string = '../../../../examples/television.mjs';

type SignIn = (
  service: oidc.Configuration,
  show: (request: Begun) => Promise<void>,
) => Promise<{ tokens?: oidc.TokenEndpointResponse; why?: string }>;

interface Begun {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri_complete: string;
}

/** The tests of devices without a keyboard (RFC 8628), for an application that is running and has the scope `orders.read`. */
export function deviceCases(running: () => TestApplication): void {
  let television: Client;

  const device = (profile: Partial<NewClient> = {}): Promise<Client> =>
    application(running(), {
      clientName: 'Harbour Television',
      grantTypes: [DEVICE_GRANT, 'refresh_token'],
      redirectUris: [],
      postLogoutRedirectUris: [],
      apiScopes: ['orders.read'],
      ...profile,
    });
  async function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const url = running().url('auth', OAUTH + path);
    const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) });
    return { status: response.status, body: (await response.json()) as Record<string, any> };
  }
  async function begun(client = television, fields: Record<string, string> = {}): Promise<Begun> {
    const asked = { client_id: client.clientId, scope: 'openid profile', ...fields };
    const { status, body } = await post('/device-authorization', asked);
    if (status !== 200) throw new Error(`No code was given: ${JSON.stringify(body)}`);
    return body as Begun;
  }
  /** As if the device had waited for so long since it last asked. */
  const waited = (seconds: number) =>
    running()
      .app.get(Database)
      .rows(
        `UPDATE auth.engine_record SET payload = payload || jsonb_build_object('polledAt', (payload->>'polledAt')::float8 - $1)
       WHERE model = 'DeviceCode' AND payload ? 'polledAt'`,
        [seconds],
      );
  const polled = (code: string, client = television) =>
    post('/token', { grant_type: DEVICE_GRANT, client_id: client.clientId, device_code: code });
  const entered = async (person: Person, code: string): Promise<Seen> =>
    person.send(await person.open('/device'), '/oauth/device', { user_code: code });
  const allowed = (person: Person, asked: Seen): Promise<Seen> =>
    person.send(asked, '/oauth/device', { confirm: 'yes' });
  const signedIn = async (person: Person, page: Seen, login: string): Promise<Seen> =>
    person.send(page, '/login', { login, password: PASSWORD });

  beforeAll(async () => {
    television = await device();
  });

  it('signs in on another screen, which says for which application and from where', async () => {
    const userId = 'viewer';
    const sub = await active(running(), userId);
    const code = await begun(television, { scope: 'openid offline_access orders.read' });
    expect(code).toMatchObject({
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: 'https://auth.test/device',
      verification_uri_complete: `https://auth.test/device?user_code=${code.user_code}`,
      ...{ expires_in: 600, interval: 5 },
    });
    expect((await polled(code.device_code)).body['error']).toBe('authorization_pending');
    const person = new Person(running());
    const filled = await person.open(code.verification_uri_complete);
    expect(filled.forms[0]?.fields['user_code']).toBe(code.user_code);
    const asked = await entered(person, code.user_code.toLowerCase().replace('-', ' '));
    for (const text of ['Harbour Television', code.user_code, '127.0.0.x', 'started this yourself'])
      expect(asked.html).toContain(text);
    const page = await allowed(person, asked);
    expect((await signedIn(person, page, userId)).html).toContain('Your device is signed in');
    const { body } = await polled(code.device_code);
    expect(decodeJwt(body['id_token'])).toMatchObject({ sub, aud: television.clientId, amr: ['pwd'] });
    expect(decodeJwt(body['access_token'])).toMatchObject({ sub, scope: expect.stringContaining('orders.read') });
    const renewed = { grant_type: 'refresh_token', refresh_token: body['refresh_token'] };
    expect((await post('/token', { client_id: television.clientId, ...renewed })).status).toBe(200);
    const kinds = await running()
      .app.get(Database)
      .rows(`SELECT FROM shared.audit_entry WHERE kind = 'auth.tokens-issued' AND details ->> 'clientId' = $1`, [
        television.clientId,
      ]);
    expect(kinds).toHaveLength(1);
  });

  it.each([
    [{ confirm: 'yes' }, undefined],
    [{ abort: 'yes' }, 'You have stopped the sign-in.'],
  ])('is a program of examples/television.mjs, whose user answers %j', async (answer, why) => {
    const { signIn } = (await import(TELEVISION)) as { signIn: SignIn };
    const atOnce = async (url: string, init: object) => {
      const response = await fetchAt(running())(url, init);
      if (!url.endsWith('/device-authorization')) return response;
      return Response.json({ ...((await response.json()) as object), interval: 0.01 });
    };
    const issuer = new URL(issuerOf(running().config));
    const service = await oidc.discovery(issuer, television.clientId, undefined, oidc.None(), {
      [oidc.customFetch]: atOnce,
    });
    const someone = await Someone.with(running());
    const got = await signIn(service, async ({ user_code: code }) => {
      const page = await someone.person.send(await entered(someone.person, code), '/oauth/device', answer);
      if (!why) await signedIn(someone.person, page, someone.userId);
    });
    expect(got).toMatchObject(why ? { why } : { tokens: { token_type: 'bearer', refresh_token: expect.any(String) } });
  });

  it('gets tokens once, also when it asks twice at a time, and a replay ends them', async () => {
    const [code, person] = [await begun(), new Person(running())];
    await active(running(), 'twice');
    const page = await allowed(person, await entered(person, code.user_code));
    await signedIn(person, page, 'twice');
    const both = await Promise.all([polled(code.device_code), polled(code.device_code)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const token = both.find(({ status }) => status === 200)?.body['access_token'];
    expect((await polled(code.device_code)).body['error']).toBe('invalid_grant');
    const userinfo = await fetch(running().url('auth', `${OAUTH}/userinfo`), {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(userinfo.status).toBe(401);
  });

  it('is told to slow down, each time by five seconds more', async () => {
    const { device_code: code } = await begun();
    const errors: string[] = [];
    for (const seconds of [0, 0, 6, 16]) {
      await waited(seconds);
      errors.push((await polled(code)).body['error']);
    }
    expect(errors).toEqual(['authorization_pending', 'slow_down', 'slow_down', 'authorization_pending']);
  });

  it('gets nothing when its user stops it, before or after signing in', async () => {
    const [first, second] = [await begun(), await begun()];
    const person = new Person(running());
    const asked = await entered(person, first.user_code);
    expect((await person.send(asked, '/oauth/device', { abort: 'yes' })).html).toContain('The device is not signed in');
    const page = await allowed(person, await entered(person, second.user_code));
    expect((await person.send(page, '/cancel')).html).toContain('The device is not signed in');
    for (const { device_code: code } of [first, second])
      expect(await polled(code)).toMatchObject({ status: 400, body: { error: 'access_denied' } });
  });

  it('asks for the consent of its user where it is not the own application of the enterprise', async () => {
    const foreign = await device({ firstParty: false });
    const [code, person] = [await begun(foreign), new Person(running())];
    await active(running(), 'consenter');
    const page = await allowed(person, await entered(person, code.user_code));
    const consent = await signedIn(person, page, 'consenter');
    expect(consent.html).toContain('asks for your permission');
    expect(consent.html).not.toContain('you go on to');
    expect((await person.send(consent, '/consent', { consent: 'allow' })).html).toContain('Your device is signed in');
    expect((await polled(code.device_code, foreign)).status).toBe(200);
  });

  it('needs the level that it demands', async () => {
    const strict = await device({ leastLevel: 2 });
    const code = await begun(strict);
    const someone = await Someone.with(running(), { totp: true });
    const { person } = someone;
    const page = await allowed(person, await entered(person, code.user_code));
    const second = await signedIn(person, page, someone.userId);
    expect(second.html).toContain('One more step');
    expect((await polled(code.device_code, strict)).body['error']).toBe('authorization_pending');
    const done = await someone.givesCode(second);
    expect(done.html).toContain('Your device is signed in');
    await waited(60);
    expect(decodeJwt((await polled(code.device_code, strict)).body['id_token'])).toMatchObject({
      acr: 'urn:countersign:acr:2',
    });
  });

  describe('attacked', () => {
    it('gives nothing to another client, for a handle of the database, or for a code of its own making', async () => {
      const [code, other] = [await begun(), await device()];
      expect((await polled(code.device_code, other)).body['error']).toBe('invalid_grant');
      const rows = await running()
        .app.get(Database)
        .rows<{ stored: string; hash: string }>(
          `SELECT payload::text || uid AS stored, id_hash AS hash FROM auth.engine_record WHERE model = 'DeviceCode'`,
        );
      for (const { stored, hash } of rows) {
        expect(stored).not.toContain(code.user_code.replace('-', ''));
        expect((await polled(`~${hash}`)).body['error']).toBe('invalid_grant');
      }
      expect((await polled('x'.repeat(5_000))).body['error']).toBe('invalid_grant');
    });

    it('keeps a user of another enterprise or mode out', async () => {
      const test = await clientRow(running(), {
        ...{ test: true, grantTypes: [DEVICE_GRANT], scopes: ['openid'], authMethod: 'none' },
      });
      await active(running(), 'stranger');
      const person = new Person(running());
      const own = await begun();
      await signedIn(person, await allowed(person, await entered(person, own.user_code)), 'stranger');
      const code = await begun(test, { scope: 'openid' });
      const page = await allowed(person, await entered(person, code.user_code));
      expect(page.forms.map(({ action }) => action.replace(/.*\//, ''))).toContain('login');
      expect((await signedIn(person, page, 'stranger')).status).toBe(403);
      expect((await polled(code.device_code, test)).body['error']).toBe('authorization_pending');
    });

    it('is answered once: the code that another browser has entered is over', async () => {
      const code = await begun();
      const [one, two] = [new Person(running()), new Person(running())];
      const [first, second] = [await entered(one, code.user_code), await entered(two, code.user_code)];
      const pages = await Promise.all([allowed(one, first), allowed(two, second)]);
      expect(pages.filter(({ url }) => url.pathname.startsWith('/service/interaction/'))).toHaveLength(1);
      expect((await entered(two, code.user_code)).html).toContain('This code has expired, or was used already');
    });

    it('takes no form of another site', async () => {
      const [code, person] = [await begun(), new Person(running())];
      await person.open('/device');
      const url = new URL(`${OAUTH}/device`, running().config.authUrl);
      const fields = { user_code: code.user_code, confirm: 'yes' };
      for (const xsrf of [undefined, '', 'x']) {
        const body = new URLSearchParams({ ...fields, ...(xsrf !== undefined && { xsrf }) });
        const page = await person.go(url, { method: 'POST', body });
        expect([page.status, page.url.pathname]).toEqual([422, url.pathname]);
      }
    });

    it('makes somebody wait who tries many codes, and nobody elsewhere', () =>
      whileTimeStands(async () => {
        const person = new Person(running(), { 'x-forwarded-for': '198.51.100.9' });
        const code = await begun();
        const statuses: number[] = [];
        for (let tries = 0; tries < 21; tries += 1) statuses.push((await entered(person, 'BCDF-GHJK')).status);
        expect([statuses[0], statuses.at(-1)]).toEqual([422, 429]);
        expect((await entered(person, code.user_code)).status).toBe(429);
        const elsewhere = new Person(running(), { 'x-forwarded-for': '203.0.113.7' });
        expect((await entered(elsewhere, code.user_code)).html).toContain('Harbour Television');
      }));

    it('asks for the code again where a browser comes back to a sign-in that it has not begun', async () => {
      const page = await new Person(running()).open(`${OAUTH}/device/auth`);
      expect([page.status, page.forms[0]?.action.endsWith('/oauth/device')]).toEqual([200, true]);
    });

    it('shows no code that is longer than a code, and no script in it', async () => {
      const person = new Person(running());
      const page = await person.open(`${OAUTH}/device?user_code=${encodeURIComponent('<script>alert(1)</script>')}`);
      expect(page.html).not.toContain('<script>alert');
      const long = await entered(person, 'B'.repeat(500));
      expect(long.forms[0]?.fields['user_code']?.length).toBeLessThanOrEqual(32);
      expect(new URL((await person.open('/device?user_code=%0d%0aX:1')).url).search).toBe('');
    });
  });

  it('is off for a client that does not declare it', async () => {
    const ordinary = await application(running());
    const { body } = await post('/device-authorization', { client_id: ordinary.clientId, scope: 'openid' });
    expect(body).toMatchObject({ error: 'invalid_request' });
    expect((await polled('x', ordinary)).body['error']).toBe('invalid_request');
  });
}
