import { randomUUID } from 'node:crypto';
import { issuerOf } from '../../../src/shared/auth-guard/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { startDocumented, type DocumentedApplication } from '../../support/documented.js';
import { Person, type Seen } from '../../support/person.js';
import { freePorts } from '../../support/program.js';
import { clientWithSecret, reachable } from '../../support/relying-party.js';
import { active, CHEAP, PASSWORD } from '../../support/signing-in.js';

const PAGE = 'integrators/sign-in-with-existing-software.md';

let running: TestApplication;
let shop: DocumentedApplication;

const customer = () => new Person(running, {}, [shop.url]);
const someId = (): string => `u-${randomUUID().slice(0, 8)}`;
const signIn = async (person: Person, login: string): Promise<Seen> =>
  person.send(await person.open(shop.url), '/login', { login, password: PASSWORD });

/** Of somebody who looks at where the application is told to send them, and does not go there. */
async function answerTo(person: Person, login: string): Promise<URL> {
  const page = await person.open(`${shop.url}/sign-in`);
  const { left } = await person.send(page, '/login', { login, password: PASSWORD });
  if (!left) throw new Error('The way ended at our own pages');
  return left;
}

const isForm = ({ url, html }: Seen): boolean =>
  url.origin === running.config.authUrl && html.includes('name="password"');

describe('Sign in with passport', () => {
  beforeAll(async () => {
    running = await startTestApplication({
      env: { ...(await reachable()), ...CHEAP },
    });
    const url = `http://localhost:${(await freePorts())['AUTH_PORT']}`;
    const { client, secret } = await clientWithSecret(running, {
      scopes: ['openid', 'profile', 'email'],
      grantTypes: ['authorization_code'],
      redirectUris: [`${url}/signed-in`],
      postLogoutRedirectUris: [`${url}/bye`],
      firstParty: true,
    });
    const env = {
      NODE_ENV: 'production',
      ISSUER: issuerOf(running.config),
      CLIENT_ID: client.clientId,
      CLIENT_SECRET: secret,
      SESSION_SECRET: randomUUID(),
    };
    shop = await startDocumented(PAGE, url, env, 'Node: passport-openidconnect');
  });
  afterAll(async () => {
    await shop.end();
    await running.close();
  });

  describe('An application with passport-openidconnect', () => {
    it('is told who signed in', async () => {
      const [userId, person] = [someId(), customer()];
      const sub = await active(running, userId, {
        firstName: 'Nadia',
        lastName: 'Rahal',
        emailId: 'nadia@bank.example',
      });
      const page = await person.open(shop.url);
      expect(isForm(page)).toBe(true);
      const back = await person.send(page, '/login', { login: userId, password: PASSWORD });
      expect(back.url.href).toBe(`${shop.url}/`);
      expect(JSON.parse(back.html)).toEqual({
        id: sub,
        username: userId,
        displayName: 'Nadia Rahal',
        email: 'nadia@bank.example',
      });
    });

    it('needs no form when its own session has ended and ours has not', async () => {
      const [userId, person] = [someId(), customer()];
      await active(running, userId);
      await signIn(person, userId);
      person.forget('connect.sid');
      expect(JSON.parse((await person.open(shop.url)).html)).toMatchObject({ username: userId });
    });

    it('lets nobody in who gives up', async () => {
      const person = customer();
      const page = await person.send(await person.open(shop.url), '/cancel');
      expect([page.url.pathname, page.status, page.html]).toEqual(['/sign-in-failed', 403, 'You are not signed in.']);
      expect(isForm(await person.open(shop.url))).toBe(true);
    });

    it('refuses the answer to a sign-in that began in another browser', async () => {
      const userId = someId();
      await active(running, userId);
      const [stranger, person] = [new Person(running), customer()];
      const answer = await answerTo(stranger, userId);
      await person.open(shop.url); // has begun a sign-in, too
      expect((await person.open(answer)).url.pathname).toBe('/sign-in-failed');
      expect(isForm(await person.open(shop.url))).toBe(true);
    });

    it('refuses a code that was issued to another browser (by the nonce)', async () => {
      const [mine, theirs] = [someId(), someId()];
      await active(running, mine);
      await active(running, theirs);
      const person = new Person(running);
      const answer = await answerTo(person, mine);
      const stolen = await answerTo(new Person(running), theirs);
      answer.searchParams.set('code', stolen.searchParams.get('code') ?? '');
      expect((await person.open(answer)).left?.pathname).toBe('/sign-in-failed');
      expect((await person.open(shop.url)).left?.pathname).toBe('/sign-in');
    });

    it('fails with a code that we did not issue', async () => {
      const [userId, person] = [someId(), new Person(running)];
      await active(running, userId);
      const answer = await answerTo(person, userId);
      answer.searchParams.set('code', 'another');
      expect((await person.open(answer)).status).toBe(500);
      expect((await person.open(shop.url)).left?.pathname).toBe('/sign-in');
    });

    it('signs out of itself and of us', async () => {
      const [userId, person] = [someId(), customer()];
      await active(running, userId);
      await signIn(person, userId);
      const out = await person.go(new URL('/sign-out', shop.url), { method: 'POST' });
      expect([out.url.href, out.html]).toEqual([`${shop.url}/bye`, 'You are signed out.']);
      expect(isForm(await person.open(shop.url))).toBe(true);
    });
  });
});
