import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { decodeJwt, generateKeyPair } from 'jose';
import * as oidc from 'openid-client';
import { GuideReader } from '../../support/guide-reader.js';
import { Nadia, textOf, VERIFIER } from '../../support/nadia.js';
import type { Person, Seen } from '../../support/person.js';
import type { Program } from '../../support/program.js';

const PLACE = 'Try it on your own machine';
/** At each signal the clock of a program goes five minutes on, or back again. */
const CLOCK = `let ahead = 0; const now = Date.now; Date.now = () => now() + ahead;
  process.on('SIGUSR2', () => { ahead = 295_000 - ahead; console.log('ahead', ahead); });`;

let reader: GuideReader;
let nadia: Nadia;
let url: string;
let webApp: Program;
beforeAll(async () => {
  reader = await GuideReader.of('docs/integrators/sign-in');
  nadia = new Nadia(reader);
  url = reader.appUrl('3000');
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CLOCK)}` };
  webApp = await reader.serve([PLACE, 'A web app'], url, env);
});
afterAll(() => reader.end());

const example = (name: string): Promise<any> => import(pathToFileURL(join(reader.folder, 'examples', name)).href);

describe('The web app of the guide', () => {
  const isForm = ({ html }: Seen): boolean => html.includes('name="password"');
  const signedIn = async (): Promise<Person> => {
    const person = nadia.browser(url);
    const page = await nadia.enter(person, await person.open(url));
    expect(textOf(page)).toContain('Signed in as Nadia Petrova');
    return person;
  };
  const refreshed = async (): Promise<number> => {
    const metrics = await (await fetch(`${reader.ops}/metrics`)).text();
    return Number(/grant="refresh_token",outcome="success"} (\d+)/.exec(metrics)?.[1] ?? 0);
  };
  const clockSays = async (ahead: number): Promise<void> => {
    webApp.signal('SIGUSR2');
    while (!webApp.out.trimEnd().endsWith(`ahead ${ahead}`)) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  it('signs her in', async () => {
    await signedIn();
  });

  it('refreshes her tokens when they are about to end: once, for requests that come at once', async () => {
    const person = await signedIn();
    const before = await refreshed();
    await clockSays(295_000);
    const pages = await Promise.all([person.open(url), person.open(url), person.open(url)]);
    await clockSays(0);
    expect(pages.map(textOf)).toEqual(pages.map(() => expect.stringContaining('Nadia Petrova')));
    expect(await refreshed()).toBe(before + 1);
  });

  it('signs her out here and there, and leaves no refresh token behind', async () => {
    const before = await reader.count('RefreshToken');
    const person = await signedIn();
    expect(await reader.count('RefreshToken')).toBe(before + 1);
    const asked = await person.go(new URL('/sign-out', url), { method: 'POST' });
    const bye = await person.send(asked, '/logout/confirm', { logout: 'yes' });
    expect([bye.url.pathname, textOf(bye)]).toEqual(['/bye', expect.stringContaining('You are signed out')]);
    expect(await reader.count('RefreshToken')).toBe(before);
    expect(isForm(await person.open(url))).toBe(true);
  });

  it('is told that she has signed out at the service', async () => {
    const person = await signedIn();
    const asked = await person.open('/service/authserver/oauth/logout');
    await person.send(asked, '/logout/confirm', { logout: 'yes' });
    while (!isForm(await person.open(url))) await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it('says that she gave up', async () => {
    const person = nadia.browser(url);
    const page = await person.send(await person.open(url), '/cancel');
    expect([page.status, textOf(page)]).toEqual([400, expect.stringContaining('That did not work: access_denied')]);
  });

  it('takes no answer that belongs to another browser', async () => {
    const stranger = nadia.browser();
    const { left } = await nadia.enter(stranger, await stranger.open(`${url}/sign-in`));
    const person = nadia.browser(url);
    await person.open(`${url}/sign-in`); // has begun one, too
    expect((await person.open(left ?? '')).status).toBe(400);
    expect(webApp.err).toContain('unexpected "state" response parameter value');
    expect((await person.open(`${url}/callback?code=x&state=y`)).status).toBe(400);
    expect(webApp.err).toContain('response parameter "iss" (issuer) missing');
    expect(isForm(await person.open(url))).toBe(true);
  });
});

describe('The mobile app of the guide', () => {
  const REDIRECT = 'com.example.wallet:/callback';
  const open = async (changes: object = {}) => {
    const made = reader.follow([PLACE, 'A mobile app']);
    expect([await made.exited, made.err]).toEqual([0, '']);
    const person = nadia.browser();
    const { openService } = await example('mobile-app.mjs');
    return openService({
      issuer: nadia.issuer,
      clientId: reader.kept('mobile-app.json')['clientId'],
      redirectUri: REDIRECT,
      keys: await generateKeyPair('ES256'),
      browse: async (page: string) => String((await nadia.enter(person, await person.open(page))).left),
      ...changes,
    });
  };

  it('signs her in, with tokens that are bound to its key', async () => {
    const { service, signIn, call } = await open();
    const tokens = await signIn();
    expect(tokens).toMatchObject({ token_type: 'dpop', scope: 'openid profile offline_access' });
    expect(decodeJwt(tokens.id_token)).toMatchObject({ preferred_username: 'nadia', amr: ['pwd'] });
    const answer = await call(tokens.access_token, 'GET', service.userinfo_endpoint);
    expect(await answer.json()).toMatchObject({ name: 'Nadia Petrova' });
    const stolen = { authorization: `Bearer ${tokens.access_token}` };
    expect((await fetch(service.userinfo_endpoint, { headers: stolen })).status).toBe(401);
  });

  it('refreshes, and signs out for good', async () => {
    const { signIn, refresh, signOut } = await open();
    const first = await signIn();
    const second = await refresh(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    await signOut(second.refresh_token);
    await expect(refresh(second.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('takes no answer to a question that it did not ask', async () => {
    const { signIn } = await open({ browse: async () => `${REDIRECT}?code=x&state=y&iss=${nadia.issuer}` });
    await expect(signIn()).rejects.toThrow(/state/);
  });
});

describe('The servers of the guide', () => {
  it('get a token by a secret, and the list of users by a key', async () => {
    const server = reader.follow([PLACE, 'A server']);
    expect(await server.exited).toBe(0);
    expect(server.out).toMatch(/"scope":"users:read"/);
    expect(server.out).toMatch(/^nadia (CREATED|ACTIVE)$/m);
  });

  it('tell good tokens from others', async () => {
    const { clientId: CLIENT_ID = '', clientSecret: CLIENT_SECRET = '' } = reader.kept('server.json');
    Object.assign(process.env, { ISSUER: nadia.issuer, CLIENT_ID, CLIENT_SECRET });
    const { whoseIdToken, whoseAccessToken } = await example('check-tokens.mjs');

    const { clientId = '', clientSecret = '' } = reader.kept('web-app.json');
    const bank = await oidc.discovery(new URL(nadia.issuer), clientId, {}, oidc.ClientSecretBasic(clientSecret));
    const person = nadia.browser();
    const { left } = await nadia.enter(person, await person.open(nadia.request()));
    const tokens = await oidc.authorizationCodeGrant(bank, left ?? new URL(url), { pkceCodeVerifier: VERIFIER });

    expect(await whoseIdToken(tokens.id_token, clientId)).toMatchObject({ sub: tokens.claims()?.sub });
    await expect(whoseIdToken(tokens.id_token, 'another app')).rejects.toThrow(/aud/);
    await expect(whoseIdToken(`${tokens.id_token?.slice(0, -8)}AAAAAAAA`, clientId)).rejects.toThrow(/signature/);
    expect(await whoseAccessToken(tokens.access_token)).toMatchObject({ user_id: 'nadia', client_id: clientId });
    expect(await whoseAccessToken('another')).toBeUndefined();
  });
});
