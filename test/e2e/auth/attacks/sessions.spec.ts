import type { Client } from '../../../../src/auth/client/client.entity.js';
import { GrantRevocation } from '../../../../src/auth/grants/grant-revocation.service.js';
import { AuthorizationServer } from '../../../../src/auth/protocol/engine/authorization-server.service.js';
import { Database, UnitOfWork } from '../../../../src/shared/persistence/index.js';
import { newId } from '../../../../src/shared/kernel/index.js';
import type { TestApplication } from '../../../support/application.js';
import { signedIn } from '../../../support/code-flow.js';
import { Person, type Seen } from '../../../support/person.js';
import { sharedApplication } from '../../../support/shared-application.js';
import { active, application, authorizeUrl, CODE, enrolled, PASSWORD } from '../../../support/signing-in.js';

const ACCOUNT = '/service/account/';
const LOGOUT = '/service/authserver/oauth/logout';
const SESSION = '__Host-cs-auth-session';

let running: TestApplication;
let bank: Client;

const someId = () => `f-${newId()}`;
const sessionOf = ({ cookies }: Person) => cookies.find(({ name }) => name === SESSION)?.value;
const isSignedIn = async (person: Person): Promise<boolean> =>
  (await person.open(authorizeUrl(running, bank))).left?.searchParams.has('code') ?? false;

/** Somebody in whose browser that session was planted. */
function withSession(value: string): Person {
  const person = new Person(running);
  person.cookies.push({ name: SESSION, value, path: '/' });
  return person;
}

/** A session that the service has made, and that an attacker knows. */
async function knownSession(): Promise<string> {
  const attacker = new Person(running);
  await attacker.open(`${LOGOUT}?state=x`);
  const value = sessionOf(attacker);
  expect(value).toBeDefined();
  return value ?? '';
}

describe('Sessions', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    bank = await application(running);
  });
  afterEach(() => jest.restoreAllMocks());

  describe('A session that was planted in a browser (session fixation)', () => {
    it.each<[string, (victim: Person, userId: string) => Promise<Seen>]>([
      [
        'on the login page',
        async (victim, login) => {
          await active(running, login);
          return victim.send(await victim.open(authorizeUrl(running, bank)), '/login', { login, password: PASSWORD });
        },
      ],
      [
        'on the account page',
        async (victim, login) => {
          await active(running, login);
          return victim.send(await victim.open(ACCOUNT), '/login', { login, password: PASSWORD });
        },
      ],
      [
        'by an activation',
        async (victim, login) => {
          await enrolled(running, login);
          const form = await victim.follow(await victim.open(authorizeUrl(running, bank)), '/activate');
          return victim.send(form, '/activate', { login, activation_code: CODE, new_password: PASSWORD });
        },
      ],
    ])('is another one once its user has signed in %s', async (_where, signIn) => {
      const planted = await knownSession();
      const victim = withSession(planted);
      await signIn(victim, someId());
      expect(await isSignedIn(victim)).toBe(true);
      expect(sessionOf(victim)).not.toBe(planted);
      expect(await isSignedIn(withSession(planted))).toBe(false);
    });

    it('is another one also when the same user signs in again', async () => {
      const userId = someId();
      const { person } = await signedIn(running, bank, userId);
      for (const [path, ending] of [
        [authorizeUrl(running, bank, { prompt: 'login' }), '/login'],
        [`${ACCOUNT}?again=true`, '/account/login'],
      ] as const) {
        const before = sessionOf(person) ?? '';
        await person.send(await person.open(path), ending, { login: userId, password: PASSWORD });
        expect(sessionOf(person)).not.toBe(before);
        expect(await isSignedIn(withSession(before))).toBe(false);
      }
      expect(await isSignedIn(person)).toBe(true);
    });
  });

  describe('A session', () => {
    it('that was signed out is of no use to whoever has copied its cookie', async () => {
      for (const path of [LOGOUT, ACCOUNT]) {
        const { person } = await signedIn(running, bank, someId());
        const copied = sessionOf(person) ?? '';
        const ending = path === LOGOUT ? '/logout/confirm' : '/sign-out';
        await person.send(await person.open(path), ending, { logout: 'yes' });
        expect(await isSignedIn(withSession(copied))).toBe(false);
        expect((await withSession(copied).open(ACCOUNT)).html).toContain('name="password"');
      }
    });

    it.each(['x', '../../etc/passwd', "' OR 1=1 --", '%00', 'null', '__proto__', 'x'.repeat(4_000)])(
      'that nobody has made is nobody (%#)',
      async (value) => {
        const page = await withSession(value).open(authorizeUrl(running, bank));
        expect(page).toMatchObject({ status: 200, left: undefined });
      },
    );

    it('is not found by what is kept of it', async () => {
      const { person } = await signedIn(running, bank, someId());
      const db = await running.database.connect();
      const { rows } = await db.query<{ id: string; uid: string }>(
        `SELECT id_hash AS id, uid FROM auth.engine_record WHERE model = 'Session'`,
      );
      await db.end();
      expect(JSON.stringify(rows)).not.toContain(sessionOf(person));
      for (const { id, uid } of rows) {
        expect(await isSignedIn(withSession(id))).toBe(false);
        expect(await isSignedIn(withSession(uid))).toBe(false);
      }
    });
  });

  describe('A session that is ended while its user signs in again', () => {
    const signOutEverywhere = (sub: string) =>
      running.app.get(UnitOfWork).run((tx) => running.app.get(GrantRevocation).endEverywhere(tx, sub));
    const stored = (sub: string) =>
      running.app.get(Database).rows<{ uid: string; applications: string[] }>(
        `SELECT uid, ARRAY(SELECT jsonb_object_keys(payload -> 'authorizations')) AS applications
           FROM auth.engine_record WHERE model = 'Session' AND account_id = $1`,
        [sub],
      );
    /** Ends the session as soon as the next request has read it. */
    const endOnceRead = async (sub: string): Promise<void> => {
      const { Session } = await running.app.get(AuthorizationServer).provider();
      const read = Session.get.bind(Session);
      const spy = jest.spyOn(Session, 'get').mockImplementation(async (ctx) => {
        const session = await read(ctx);
        if (session.accountId === undefined) return session;
        spy.mockRestore();
        await signOutEverywhere(sub);
        return session;
      });
    };

    it('does not come back with its new id', async () => {
      const userId = someId();
      const { person, sub } = await signedIn(running, bank, userId);
      const page = await person.open(authorizeUrl(running, bank, { prompt: 'login' }));
      await endOnceRead(sub);
      await person.send(page, '/login', { login: userId, password: PASSWORD });
      expect(await stored(sub)).toEqual([]);
      expect(await isSignedIn(person)).toBe(false);
    });

    it('is another one on the account page, without the applications of the ended one', async () => {
      const userId = someId();
      const { person, sub } = await signedIn(running, bank, userId);
      const [before] = await stored(sub);
      const page = await person.open(`${ACCOUNT}?again=true`);
      await endOnceRead(sub);
      await person.send(page, '/account/login', { login: userId, password: PASSWORD });
      const after = await stored(sub);
      expect(before?.applications).toEqual([bank.clientId]);
      expect(after).toEqual([{ uid: expect.any(String), applications: [] }]);
      expect(after[0]?.uid).not.toBe(before?.uid);
      expect((await person.open(ACCOUNT)).html).not.toContain('name="password"');
    });
  });

  describe('An authorization that another browser has begun', () => {
    it('is not taken up by the address of its page, nor by that to which it comes back', async () => {
      const page = await new Person(running).open(authorizeUrl(running, bank));
      const uid = page.url.pathname.split('/').pop() ?? '';
      const { person } = await signedIn(running, bank, someId());
      for (const path of [`/service/interaction/${uid}`, `/service/authserver/oauth/authorize/${uid}`]) {
        expect(await person.open(path)).toMatchObject({ status: 400, left: undefined });
      }
    });
  });

  it('Every cookie is for this host, for TLS, for no script and for no other site', async () => {
    const lines: string[] = [];
    const really = fetch;
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      const response = await really(...request);
      lines.push(...response.headers.getSetCookie());
      return response;
    });
    const { person } = await signedIn(running, bank, someId());
    await person.open(`${ACCOUNT}?again=true&lang=de`);
    await person.send(await person.open(LOGOUT), '/logout/confirm', { logout: 'yes' });
    const cookies = lines.map((line) => {
      const [pair = '', ...attributes] = line.split('; ');
      return { name: pair.split('=')[0] ?? '', attributes: attributes.map((attribute) => attribute.toLowerCase()) };
    });
    expect(new Set(cookies.map(({ name }) => name))).toEqual(
      new Set([
        SESSION,
        '__Host-cs-auth-accounts',
        '__Host-cs-auth-known',
        '__Host-cs-auth-account',
        '__Host-cs-auth-application',
        '__Host-cs-auth-language',
        '__Secure-cs-auth-interaction',
        '__Secure-cs-auth-resume',
      ]),
    );
    for (const { name, attributes } of cookies) {
      expect([name, attributes]).toEqual([name, expect.arrayContaining(['secure', 'httponly', 'samesite=lax'])]);
      expect(attributes.filter((attribute) => attribute.startsWith('domain'))).toEqual([]);
      if (name.startsWith('__Host-')) expect([name, attributes]).toEqual([name, expect.arrayContaining(['path=/'])]);
      else
        expect(attributes.find((attribute) => attribute.startsWith('path='))?.length).toBeGreaterThan('path=/'.length);
    }
  });
});
