import { randomUUID } from 'node:crypto';
import { issuerOf } from '../../../src/shared/auth-guard/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { startDocumented, type DocumentedApplication } from '../../support/documented.js';
import { Person, type Seen } from '../../support/person.js';
import { freePorts } from '../../support/program.js';
import { clientWithSecret, reachable } from '../../support/relying-party.js';
import { active, CHEAP, PASSWORD } from '../../support/signing-in.js';

const PAGE = 'integrators/sign-in-with-existing-software.md';
const PROFILE = { firstName: 'Nadia', lastName: 'Rahal', emailId: 'nadia@bank.example' };

interface Example {
  readonly heading: string;
  /** Where it sends somebody to the service. */
  readonly entry: string;
  readonly callback: string;
  readonly scopes: readonly string[];
  readonly grantTypes: readonly ('authorization_code' | 'refresh_token')[];
  /** What the application says of the user who has signed in. */
  readonly says: (sub: string) => object;
  /** Signing out ends the session at the service, too. */
  readonly signsOutOfService: boolean;
}

const BASIC = ['openid', 'profile', 'email'];
const OAUTH = {
  entry: '/sign-in',
  callback: '/signed-in',
  scopes: [...BASIC, 'offline_access'],
  grantTypes: ['authorization_code', 'refresh_token'],
  says: (sub: string) => ({ sub, name: 'Nadia Rahal', email: 'nadia@bank.example' }),
  signsOutOfService: false,
} as const;

const EXAMPLES: readonly Example[] = [
  {
    heading: 'Node: express-openid-connect',
    entry: '/',
    callback: '/callback',
    scopes: BASIC,
    grantTypes: ['authorization_code'],
    says: (sub) => ({ sub, name: 'Nadia Rahal', email: 'nadia@bank.example' }),
    signsOutOfService: true,
  },
  {
    heading: 'Node: Hono',
    entry: '/',
    callback: '/callback',
    scopes: [...BASIC, 'phone', 'groups', 'offline_access'],
    grantTypes: ['authorization_code', 'refresh_token'],
    says: (sub) => ({ sub, email: 'nadia@bank.example' }),
    signsOutOfService: false,
  },
  {
    ...OAUTH,
    heading: 'Node: Better Auth',
    entry: '/',
    callback: '/api/auth/callback/bank',
    says: () => ({ name: 'Nadia Rahal', email: 'nadia@bank.example' }),
  },
  { heading: 'Node: simple-oauth2', ...OAUTH },
  { heading: 'Node: @badgateway/oauth2-client', ...OAUTH },
];

/** The applications of the page, word for word. */
describe('Sign in with clients for Node', () => {
  let running: TestApplication;
  beforeAll(async () => {
    running = await startTestApplication({ env: { ...(await reachable()), ...CHEAP } });
  });
  afterAll(() => running.close());

  describe.each(EXAMPLES)('The application of "$heading"', (example) => {
    let shop: DocumentedApplication;
    let userId: string;
    let sub: string;

    beforeAll(async () => {
      const url = `http://localhost:${(await freePorts())['AUTH_PORT']}`;
      const { client, secret } = await clientWithSecret(running, {
        scopes: [...example.scopes],
        grantTypes: [...example.grantTypes],
        redirectUris: [url + example.callback],
        postLogoutRedirectUris: [`${url}/bye`],
        firstParty: true,
      });
      const env = { ISSUER: issuerOf(running.config), CLIENT_ID: client.clientId, CLIENT_SECRET: secret };
      shop = await startDocumented(PAGE, url, { ...env, SESSION_SECRET: randomUUID() }, example.heading);
      userId = `u-${randomUUID().slice(0, 8)}`;
      sub = await active(running, userId, PROFILE);
    });
    afterAll(() => shop.end());

    const customer = () => new Person(running, {}, [shop.url]);
    const isForm = ({ html }: Seen): boolean => html.includes('name="password"');
    const signIn = async (person: Person): Promise<Seen> =>
      person.send(await person.open(shop.url), '/login', { login: userId, password: PASSWORD });

    it('is told who signed in, and signs them out', async () => {
      const person = customer();
      const back = await signIn(person);
      expect(JSON.parse(back.html)).toMatchObject(example.says(sub));
      expect(JSON.parse((await person.open(shop.url)).html)).toMatchObject(example.says(sub));
      const out = await person.go(new URL('/sign-out', shop.url), { method: 'POST' });
      expect([out.status, out.html]).toEqual([200, 'You are signed out.']);
      expect(isForm(await person.open(shop.url))).toBe(example.signsOutOfService);
    });

    it('refuses the answer to a sign-in that began in another browser', async () => {
      const stranger = new Person(running);
      const page = await stranger.open(shop.url + example.entry);
      const { left } = await stranger.send(page, '/login', { login: userId, password: PASSWORD });
      const person = customer();
      await person.open(shop.url); // has begun a sign-in, too
      expect(await person.open(left!)).toMatchObject({ status: 403, html: 'You are not signed in.' });
      expect(isForm(await person.open(shop.url))).toBe(true);
    });
  });
});
