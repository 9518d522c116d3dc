import { randomUUID } from 'node:crypto';
import {
  PasswordHasher,
  type PasswordCheck,
} from '../../../../src/auth/credentials/passwords/password-hasher.service.js';
import { PasswordStrength } from '../../../../src/auth/credentials/passwords/password-strength.service.js';
import type { Client } from '../../../../src/auth/client/client.entity.js';
import { UsersService } from '../../../../src/users/management/users.service.js';
import { Database } from '../../../../src/shared/persistence/index.js';
import { Tenant } from '../../../../src/shared/kernel/index.js';
import { startTestApplication, type TestApplication } from '../../../support/application.js';
import { said } from '../../../support/portal.js';
import { Person, type Seen } from '../../../support/person.js';
import {
  active,
  application,
  authorizeUrl,
  CODE,
  enrolled,
  letRecover,
  LIVE,
  MANY_LOGINS,
  PASSWORD,
} from '../../../support/signing-in.js';
import { Statements } from '../../../support/statements.js';

/**
 * What takes time is counted, not measured: every failure sends the same statements in the same order, has as many rows
 * answered, and hashes as often with the same parameters.
 */
const WRONG = 'wrong wrong wrong';

/** So that the next try is too soon on a slow machine as well. */
const FAR_FROM_OPEN = `UPDATE auth.login_tries SET open_at = now() + interval '10 minutes'`;

const CHANGED = `
  INSERT INTO users.address_change (id, sub, state, from_email, to_email, bound_to, wrong_tries, changed_at, ends_at)
  VALUES (gen_random_uuid(), $1, 'CHANGED', $2, 'new@a.example', '', 0, now(), now() + interval '1 day')`;

let running: TestApplication;
let strict: TestApplication;
let statements: Statements;
let callers = 0;

const someId = (): string => `e-${randomUUID().slice(0, 8)}`;

interface Work {
  readonly status: number;
  readonly statements: readonly string[];
  readonly rows: readonly number[];
  readonly hashed: number;
  readonly checked: readonly Pick<PasswordCheck, 'stale'>[];
}

/** Everything that one request makes the service do. */
async function workOf(at: TestApplication, request: (headers: Record<string, string>) => Promise<Seen>): Promise<Work> {
  const hasher = at.app.get(PasswordHasher);
  const [hash, check] = [jest.spyOn(hasher, 'hash'), jest.spyOn(hasher, 'check')];
  const id = randomUUID();
  const { status } = await request({ 'x-request-id': id });
  const checked = await Promise.all(check.mock.results.map(({ value }) => value as Promise<PasswordCheck>));
  const work = {
    status,
    statements: statements.causedBy(id),
    rows: statements.rowsOf(id),
    hashed: hash.mock.calls.length,
    checked: checked.map(({ stale }) => ({ stale })),
  };
  jest.restoreAllMocks();
  return work;
}

/** Who may be tried, and why it fails. */
const FAILURES: readonly (readonly [string, () => Promise<readonly [login: string, password: string]>])[] = [
  ['an unknown user', async () => [someId(), PASSWORD]],
  ['a wrong password', async () => [await userWith(active), WRONG]],
  ['a user who has no password yet', async () => [await userWith(enrolled), PASSWORD]],
  ['a blocked user', async () => [await blocked(), WRONG]],
  ['a blocked user, by the right password', async () => [await blocked(), PASSWORD]],
  [
    'a user of another tenant',
    async () => [await userWith((at, id) => active(at, id, {}, Tenant.of('default', true))), PASSWORD],
  ],
];

async function userWith(make: (at: TestApplication, userId: string) => Promise<unknown>): Promise<string> {
  const userId = someId();
  await make(running, userId);
  return userId;
}
async function blocked(): Promise<string> {
  const userId = await userWith(active);
  await running.app.get(UsersService).changeStatus(LIVE, userId, 'BLOCKED');
  return userId;
}

describe('User enumeration', () => {
  beforeAll(async () => {
    running = await startTestApplication({ env: { ...MANY_LOGINS, TRUST_PROXY: '127.0.0.1' } });
    strict = await startTestApplication({
      env: { ...MANY_LOGINS, LOCKOUT_UNKNOWN: 'block' },
      database: running.database,
    });
    statements = Statements.of(running);
    // Each process hashes once for all users that there are not.
    for (const { app } of [running, strict]) await app.get(PasswordHasher).check('', undefined);
    await running.app.get(PasswordStrength).isGuessable(PASSWORD, []); // loads the dictionaries
  });
  afterAll(async () => {
    await strict.close();
    await running.close();
  });

  describe('A login that fails', () => {
    const usual: Partial<Record<string, Work>> = {};
    const asUsual = (where: string, work: Work): void => {
      usual[where] ??= work;
      expect(work).toEqual(usual[where]);
      expect(work.status).toBe(403);
      expect(work.checked).toEqual([{ stale: false }]);
      expect(work.statements.length).toBeGreaterThan(4);
    };
    let portal: Client;
    beforeAll(async () => {
      portal = await application(running);
    });

    it.each(FAILURES)('does the same work for %s', async (who, make) => {
      const [login, password] = await make();
      const person = new Person(running);
      const page = await person.open(authorizeUrl(running, portal));
      const attempt = (headers = {}) => person.send(page, '/login', { login, password }, headers);
      asUsual('login', await workOf(running, attempt));
      if (who.endsWith('by the right password')) return; // which resets the counter: the next try is none too soon
      await running.app.get(Database).rows(FAR_FROM_OPEN);
      const tooSoon = await workOf(running, attempt);
      usual['too soon'] ??= tooSoon;
      expect(tooSoon).toEqual(usual['too soon']);
      expect(tooSoon).toMatchObject({ status: 403, checked: [] });
    });

    it.each(FAILURES)('does the same work for %s on the account page', async (_who, make) => {
      const [login, password] = await make();
      const person = new Person(running);
      const page = await person.open('/service/account/');
      asUsual('account', await workOf(running, (headers) => person.send(page, '/login', { login, password }, headers)));
    });

    it.each(FAILURES.slice(0, 3))(
      'does the same work for %s, also the one that blocks where unknown browsers may block',
      async (_who, make) => {
        const [login] = await make();
        const person = new Person(strict);
        const page = await person.open(authorizeUrl(strict, portal));
        const attempt = (headers = {}) => person.send(page, '/login', { login, password: WRONG }, headers);
        for (let i = 0; i < 4; i++) await attempt();
        asUsual('fifth', await workOf(strict, attempt));
        const sixth = await workOf(strict, attempt);
        usual['sixth'] ??= sixth;
        expect(sixth).toEqual(usual['sixth']);
        expect(sixth.checked).toEqual([]);
      },
    );
  });

  describe('An activation that fails', () => {
    let usual: Work | undefined;
    let portal: Client;
    beforeAll(async () => {
      portal = await application(running);
    });

    it.each<[string, () => Promise<readonly [login: string, code: string]>]>([
      ['an unknown user', async () => [someId(), CODE]],
      ['a wrong code', async () => [await userWith(enrolled), 'WRONGCODE2']],
      ['a user who needs none', async () => [await userWith(active), 'WRONGCODE2']],
      ['a user who has used this code', async () => [await userWith(active), CODE]],
      ['a blocked user', async () => [await blocked(), CODE]],
      [
        'a user without a code',
        async () => [await userWith((at, id) => enrolled(at, id, { predefinedCode: null })), CODE],
      ],
    ])('does the same work for %s', async (_who, make) => {
      const [login, code] = await make();
      const person = new Person(running);
      const form = await person.follow(await person.open(authorizeUrl(running, portal)), '/activate');
      const typed = { login, activation_code: code, new_password: 'granite teapot 9 marble forest' };
      const work = await workOf(running, (headers) => person.send(form, '/activate', typed, headers));
      usual ??= work;
      expect(work).toEqual(usual);
      expect(work).toMatchObject({ status: 403, hashed: 1, checked: [] });
      expect(work.statements.length).toBeGreaterThan(5);
    });
  });

  describe('Asking for a new password, and entering its code,', () => {
    const usual: Work[] = [];
    let portal: Client;
    beforeAll(async () => {
      portal = await application(running);
      await letRecover(running);
    });

    it.each<(typeof FAILURES)[number]>([
      ...FAILURES,
      [
        'a user who may do it',
        async () => [await userWith((at, id) => active(at, id, { emailId: `${id}@a.example` })), ''],
      ],
    ])('does the same work for %s', async (_who, make) => {
      const [login] = await make();
      const person = new Person(running);
      const address = { 'x-forwarded-for': `198.51.100.${++callers}` };
      const ask = await person.follow(await person.open(authorizeUrl(running, portal)), '/recover');
      let page = ask;
      const asking = async (headers: Record<string, string>) =>
        (page = await person.send(ask, '/recover', { login }, { ...headers, ...address }));
      const works = [
        await workOf(running, asking),
        await workOf(running, (headers) => person.send(page, '/recover/code', { code: 'WRONGCODE2' }, headers)),
      ];
      works.forEach((work, step) => expect(work.statements).toEqual((usual[step] ??= work).statements));
      expect(works.map(({ status }) => status)).toEqual([200, 403]);
      expect(works.map(({ statements: sent }) => sent.length > 4)).toEqual([true, true]);
    });
  });

  describe('Undoing a change of address with a wrong code does the same work, and says the same, for', () => {
    let usual: [string, readonly string[]] | undefined;
    const addressChanged = async (at: TestApplication, userId: string) => {
      const sub = await active(at, userId, { emailId: 'new@a.example' });
      for (const from of ['old@a.example', 'older@a.example']) await at.app.get(Database).rows(CHANGED, [sub, from]);
    };

    it.each<[string, () => Promise<string>]>([
      ['an unknown user', () => Promise.resolve(someId())],
      ['a user who has changed nothing', () => userWith(active)],
      ['a user whose address was changed twice', () => userWith(addressChanged)],
      ['a blocked user', blocked],
    ])('%s', async (_who, make) => {
      const login = await make();
      const person = new Person(running);
      const page = await person.open('/service/account/address/undo');
      let refused: Seen | undefined;
      const undo = async (headers: Record<string, string>) =>
        (refused = await person.send(page, '/address/undo', { login, code: 'AAAAA-AAAAA' }, headers));
      const work = await workOf(running, undo);
      const text = said(refused!).replaceAll(login, '');
      usual ??= [text, work.statements];
      expect([text, work.statements]).toEqual(usual);
      expect([work.status, work.statements.length > 3]).toEqual([403, true]);
    });
  });
});
