import { randomUUID } from 'node:crypto';
import { AuditLog } from '../../audit/contract/index.js';
import { runInContext, Tenant } from '../../shared/kernel/index.js';
import { UserActivation, UserDirectory, UserLockout } from '../contract/index.js';
import { EnrolmentService } from '../management/enrolment.service.js';
import { UsersService } from '../management/users.service.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { DAY, moveClock } from '../../../test/support/clock.js';
import { someone } from '../../../test/support/enrolments.js';
import { meetAtLock } from '../../../test/support/held-locks.js';
import { Statements } from '../../../test/support/statements.js';

const tenant = Tenant.of('default', false);
const CODE = 'by word of mouth';
const WRONG = { name: 'users/wrong-code' };

let running: TestApplication;
let statements: Statements;
let users: UsersService;
let activation: UserActivation;

const enrol = async (userId: string, predefinedCode: string | null = CODE) =>
  (
    await running.app
      .get(EnrolmentService)
      .enrol(tenant, someone(userId, { predefinedCode, loginId: `${userId}.login` }))
  ).user;
const activate = (login: string, code = CODE, credentialId = 'password 1') =>
  activation.activate({ tenant, login, code, credentialId });
const statusOf = async (userId: string) => (await users.find(tenant, userId)).status;

/** The statements that `work` sends in the context of one request. Statements of background work are left out. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const requestId = randomUUID();
  await runInContext({ requestId, traceId: '', address: null, actor: { kind: 'system', id: 'test' } }, work);
  return statements.causedBy(requestId);
}

describe('Activation', () => {
  beforeAll(async () => {
    running = await startTestApplication({ env: { SURFACES: 'management' } });
    statements = Statements.of(running);
    users = running.app.get(UsersService);
    activation = running.app.get(UserActivation);
  });
  afterAll(() => running.close());

  describe('Activation', () => {
    it('makes a user ACTIVE, found by any of the names, once', async () => {
      const { sub } = await enrol('jane');
      expect(await activate('jane.login')).toMatchObject({ ref: { sub, userId: 'jane' }, repeated: false });
      expect(await statusOf('jane')).toBe('ACTIVE');
      await expect(activate('jane', CODE, 'password 2')).rejects.toMatchObject(WRONG);
    });

    it('answers the same activation the same, after an answer that was lost, as long as it holds', async () => {
      const { ref } = await enrol('lost');
      await activate('lost');
      expect(await activate('lost')).toEqual({ ref, repeated: true });
      await users.changeStatus(tenant, 'lost', 'BLOCKED');
      await expect(activate('lost')).rejects.toMatchObject(WRONG);
    });

    it('counts wrong codes although it answers with an error: after five the right one is dead, and nobody is blocked', async () => {
      const { sub } = await enrol('guessed');
      for (let i = 0; i < 5; i++) await expect(activate('guessed', `guess ${i}`)).rejects.toMatchObject(WRONG);
      await expect(activate('guessed')).rejects.toMatchObject(WRONG);
      expect(await statusOf('guessed')).toBe('CREATED');
      const { entries } = await running.app
        .get(AuditLog)
        .list({ tenant, subject: sub, kinds: ['users.user-activated'] }, 10);
      expect(entries.map(({ outcome }) => outcome)).toEqual(Array(6).fill('refused'));
    });

    it('refuses a code after seven days', async () => {
      await enrol('late');
      moveClock(running.app, 7 * DAY);
      await expect(activate('late')).rejects.toMatchObject(WRONG);
    });

    it('does not find users of another enterprise or of test data', async () => {
      await enrol('here');
      for (const other of [Tenant.of('default', true), Tenant.of('elsewhere', false)]) {
        const attempt = { tenant: other, login: 'here', code: CODE, credentialId: 'password' };
        await expect(activation.activate(attempt)).rejects.toMatchObject(WRONG);
      }
    });

    it('does the same work whatever is wrong, so that it tells nobody who is a user', async () => {
      await enrol('wrong');
      await enrol('without', null);
      await enrol('paused');
      await users.changeStatus(tenant, 'paused', 'PAUSED');
      await enrol('active');
      await activate('active');
      await enrol('dead');
      for (let i = 0; i < 5; i++) await expect(activate('dead', 'guess')).rejects.toMatchObject(WRONG);

      const refused = (login: string, code: string) =>
        statementsOf(() => expect(activate(login, code, 'other')).rejects.toMatchObject(WRONG));
      const expected = await refused('wrong', 'guess');
      expect(expected.filter((text) => /users"?\./.test(text))).toHaveLength(4);
      expect(await refused('nobody', CODE)).toEqual(expected);
      expect(await refused('without', CODE)).toEqual(expected);
      expect(await refused('paused', CODE)).toEqual(expected);
      expect(await refused('active', CODE)).toEqual(expected);
      expect(await refused('dead', CODE)).toEqual(expected);
    });

    it('has one winner of two with the same code', async () => {
      const { sub } = await enrol('twice');
      const race = ['password 1', 'password 2'].map((credentialId) => () => activate('twice', CODE, credentialId));
      const results = await meetAtLock(
        running.database,
        'SELECT FROM users."user" WHERE sub = $1 FOR UPDATE',
        [sub],
        race,
      );
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: WRONG });
    });

    it('comes before or after a block that meets it: whoever is first, the user is BLOCKED and knows from where', async () => {
      const { sub } = await enrol('met');
      const race: (() => Promise<unknown>)[] = [
        () => activate('met'),
        () => users.changeStatus(tenant, 'met', 'BLOCKED'),
      ];
      const [activated, blocked] = await meetAtLock(
        running.database,
        'SELECT FROM users."user" WHERE sub = $1 FOR UPDATE',
        [sub],
        race,
      );
      expect(blocked?.status).toBe('fulfilled');
      expect(await users.find(tenant, 'met')).toMatchObject({
        status: 'BLOCKED',
        previousStatuses: [activated?.status === 'fulfilled' ? 'ACTIVE' : 'CREATED'],
      });
      await users.changeStatus(tenant, 'met', 'UNBLOCK');
      // If the activation was refused, it did not use up the code.
      expect(await activate('met')).toMatchObject({ repeated: activated?.status === 'fulfilled' });
    });
  });

  describe('Lockout', () => {
    it('blocks by attempts, once, and leaves alone whom no attempt concerns', async () => {
      const { sub } = await enrol('tried');
      await activate('tried');
      const lockout = running.app.get(UserLockout);
      await Promise.all([lockout.block(sub), lockout.block(sub)]);
      expect(await users.find(tenant, 'tried')).toMatchObject({
        status: 'BLOCKED',
        blockedBy: 'attempts',
        previousStatuses: ['ACTIVE'],
      });
      await users.changeStatus(tenant, 'tried', 'DELETED');
      await lockout.block(sub);
      expect(await statusOf('tried')).toBe('DELETED');
      await lockout.block('00000000-0000-7000-8000-000000000000');
    });
  });

  describe('The directory', () => {
    it('tells what other contexts need of a user, by sub and by login', async () => {
      const user = await enrol('card');
      const directory = running.app.get(UserDirectory);
      const card = {
        ref: user.ref,
        status: 'CREATED',
        blockedBy: null,
        language: 'en',
        emailId: null,
        mobileNumber: null,
      };
      expect(await directory.find(user.sub)).toMatchObject(card);
      expect(await directory.findByLogin(tenant, 'card.login')).toMatchObject(card);
      expect(await directory.findByLogin(Tenant.of('default', true), 'card')).toBeUndefined();
      expect(await directory.statusOf(user.sub)).toBe('CREATED');
      expect(await directory.statusOf('00000000-0000-7000-8000-000000000000')).toBeUndefined();
    });
  });
});
