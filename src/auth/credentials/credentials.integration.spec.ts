import { jest } from '@jest/globals';
import { pbkdf2Sync, randomUUID } from 'node:crypto';
import { LoginTries } from './tries/login-tries.service.js';
import { PasswordHasher } from './passwords/password-hasher.service.js';
import { PasswordChange } from './password-change.service.js';
import { PasswordLogin } from './password-login.service.js';
import { PasskeyStore } from './passkeys/passkey.store.js';
import { PasswordStore } from './passwords/password.store.js';
import { KernelErrors, newTraceId, runInContext } from '../../shared/kernel/index.js';
import { Database, UnitOfWork } from '../../shared/persistence/index.js';
import { UserDirectory } from '../../users/contract/index.js';
import { EnrolmentService } from '../../users/management/enrolment.service.js';
import { readNewUser } from '../../users/management/new-users.reader.js';
import { UsersService } from '../../users/management/users.service.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { DAY, moveClock } from '../../../test/support/clock.js';
import { active, LIVE, MANY_LOGINS, PASSWORD } from '../../../test/support/signing-in.js';
import { until } from '../../../test/integration/support/until.js';

/** Moves the time of the next allowed try so far ahead that the next try is too early, even on a slow machine. */
const FAR_FROM_OPEN = `UPDATE auth.login_tries SET open_at = now() + interval '10 minutes'`;

const someId = (): string => `c-${randomUUID().slice(0, 8)}`;

/** Attempts a login from an address. The default is a new address, so that the address limit does not apply. */
const attempt = (running: TestApplication, login: string, password: string, address: string = randomUUID()) =>
  runInContext(
    { requestId: randomUUID(), traceId: newTraceId(), address, actor: { kind: 'system', id: 'anonymous' } },
    () => running.app.get(PasswordLogin).attempt({ tenant: LIVE, login, password, marks: undefined }),
  );
const statusOf = async (running: TestApplication, userId: string) =>
  (await running.app.get(UserDirectory).findByLogin(LIVE, userId))?.status;

describe('Credentials', () => {
  describe('Passwords', () => {
    let running: TestApplication;
    beforeAll(async () => {
      running = await startTestApplication({ env: MANY_LOGINS });
    });
    afterAll(() => running.close());

    it('move to the parameters of today when their users log in', async () => {
      const userId = someId();
      const sub = await active(running, userId);
      const later = await startTestApplication({
        env: { ...MANY_LOGINS, PASSWORD_PASSES: '3' },
        database: running.database,
      });
      await attempt(later, userId, PASSWORD);
      expect(await later.app.get(PasswordStore).hashOf(sub)).toContain('$argon2id$v=19$m=8192,t=3,p=1$');
      expect((await attempt(later, userId, PASSWORD))?.ref.userId).toBe(userId);
      await later.close();
    });

    it('let their users in when they are of another system, and are made anew at the first sign-in', async () => {
      const [userId, salt] = [someId(), Buffer.from('sixteen letters!')];
      const hash = pbkdf2Sync('old Pässwort', salt, 1_000, 64, 'sha512').toString('base64');
      const passwordHash = `$pbkdf2-sha512$1000$${salt.toString('base64')}$${hash}`;
      const read = readNewUser({ userId, primaryGroup: 'retail', passwordHash }, 'test');
      if ('errors' in read) throw new Error('The hash was not read');
      const { user } = await running.app.get(EnrolmentService).enrol(LIVE, read.enrolment);
      expect(user.status).toBe('ACTIVE');
      expect(await running.app.get(PasswordStore).hashOf(user.sub)).toContain('$pbkdf2-sha512$i=1000$');
      expect((await attempt(running, userId, 'old Pässwort'))?.ref.userId).toBe(userId);
      expect(await running.app.get(PasswordStore).hashOf(user.sub)).toContain('$argon2id$v=19$m=8192,t=1,p=1$');
      expect((await attempt(running, userId, 'old Pässwort'))?.ref.userId).toBe(userId);
      expect(await attempt(running, userId, 'old Passwort')).toBeUndefined();
    });

    it('are void after RESET', async () => {
      const userId = someId();
      const sub = await active(running, userId);
      await running.app.get(UsersService).changeStatus(LIVE, userId, 'RESET');
      await until(async () => (await running.app.get(PasswordStore).hashOf(sub)) === undefined);
    });

    it('are not changed by who knew the one before, when a new one is set meanwhile', async () => {
      const userId = someId();
      const user = (await running.app.get(UserDirectory).find(await active(running, userId)))!;
      const [hasher, uow] = [running.app.get(PasswordHasher), running.app.get(UnitOfWork)];
      const recovered = await hasher.hash('lamp orbit velvet 28 canoe');
      const hashing = jest.spyOn(hasher, 'hash').mockImplementationOnce(async (password) => {
        await uow.run((tx) => running.app.get(PasswordStore).set(tx, user.ref.sub, recovered));
        return hasher.hash(password);
      });
      const change = running.app.get(PasswordChange).change(user, PASSWORD, 'kettle marble 73 sunrise', async () => {});
      expect(await change).toBe('wrongPassword');
      expect(hashing).toHaveBeenCalled();
      expect(await running.app.get(PasswordStore).hashOf(user.ref.sub)).toBe(recovered);
    });

    it('are turned away with 503 when too many wait to be hashed', async () => {
      const hasher = running.app.get(PasswordHasher);
      const crowd = Promise.allSettled(Array.from({ length: 103 }, () => hasher.hash(PASSWORD)));
      await expect(hasher.hash(PASSWORD)).rejects.toMatchObject({
        kind: KernelErrors.unavailable,
        extra: { retryAfterSeconds: 2 },
      });
      await crowd;
    });
  });

  describe('Passkeys', () => {
    it('are twenty for each user at most, also when many are added at once', async () => {
      const running = await startTestApplication();
      const [sub, passkeys, uow] = [randomUUID(), running.app.get(PasskeyStore), running.app.get(UnitOfWork)];
      const add = () =>
        uow.run((tx) =>
          passkeys.add(tx, {
            ...{ credentialId: randomUUID(), sub, userHandle: null, name: 'Phone', publicKey: new Uint8Array() },
            ...{ counter: 0, transports: [], backedUp: false },
          }),
        );
      const added = await Promise.all(Array.from({ length: 22 }, add));
      expect([added.filter(Boolean).length, (await passkeys.of(sub)).length]).toEqual([20, 20]);
      await running.close();
    });
  });

  describe('Wrong tries', () => {
    let running: TestApplication;
    beforeAll(async () => {
      running = await startTestApplication({ env: { ...MANY_LOGINS, LOGIN_ADDRESS_BURST: '5' } });
    });
    afterAll(() => running.close());

    it('make unknown browsers wait 1 s, 2 s, 4 s and so on, and never longer than 15 min', async () => {
      const userId = someId();
      const sub = await active(running, userId);
      const db = await running.database.connect();
      const waits: number[] = [];
      for (let i = 0; i < 13; i++) {
        await attempt(running, userId, 'wrong wrong wrong');
        const { rows } = await db.query<{ wait: number }>(
          'SELECT extract(epoch FROM open_at - since)::int AS wait FROM auth.login_tries WHERE subject = $1',
          [sub],
        );
        waits.push(rows[0]?.wait ?? 0);
        await db.query(`UPDATE auth.login_tries SET open_at = since - interval '1 second' WHERE subject = $1`, [sub]);
      }
      await db.end();
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
      expect(await statusOf(running, userId)).toBe('ACTIVE');
    });

    it('make a name that nobody has wait as long', async () => {
      const nobody = someId();
      const db = await running.database.connect();
      await attempt(running, nobody, PASSWORD);
      await db.query(FAR_FROM_OPEN);
      await attempt(running, nobody, PASSWORD);
      const { rows } = await db.query(
        `SELECT tries, browser FROM auth.login_tries WHERE subject NOT IN (SELECT sub::text FROM users."user")`,
      );
      await db.end();
      expect(rows).toEqual([{ tries: 1, browser: 'unknown' }]); // the second try came too early and was not checked
    });

    it.each([-DAY, DAY])(
      'are counted by the time of the database: a clock that is off by %i ms changes nothing',
      async (ms) => {
        const userId = someId();
        await active(running, userId);
        moveClock(running.app, ms);
        await attempt(running, userId, PASSWORD);
        await attempt(running, userId, 'wrong wrong wrong');
        moveClock(running.app, -ms);
        const db = running.app.get(Database);
        await db.rows(
          `UPDATE auth.login_tries SET open_at = open_at - interval '1 second', since = since - interval '1 second'`,
        );
        expect((await attempt(running, userId, PASSWORD))?.ref.userId).toBe(userId);
      },
    );

    it('that were counted in the future make nobody wait until then', async () => {
      const [userId, tries] = [someId(), running.app.get(LoginTries)];
      const sub = await active(running, userId);
      for (let i = 0; i < 5; i++) await tries.beginStepUp(sub);
      expect(await tries.beginStepUp(sub)).toBeUndefined();
      await attempt(running, userId, 'wrong wrong wrong');
      const db = running.app.get(Database);
      await db.rows(
        `UPDATE auth.login_tries SET open_at = now() + interval '16 minutes', since = now() + interval '3 days'`,
      );
      expect((await attempt(running, userId, PASSWORD))?.ref.userId).toBe(userId);
      await db.rows(`UPDATE auth.login_tries SET tries = 5, since = now() + interval '3 days' WHERE browser = 'known'`);
      expect(await tries.beginStepUp(sub)).toMatchObject({ count: 1 });
    });

    it('that found nothing out are given back', async () => {
      const tries = running.app.get(LoginTries);
      const tried = { tenant: LIVE, login: someId(), sub: undefined };
      const paid = await tries.begin(tried, false);
      await running.app.get(Database).rows(FAR_FROM_OPEN);
      expect(await tries.begin(tried, false)).toBeUndefined();
      await expect(tries.settle(paid!, () => Promise.reject(new Error('too many wait')))).rejects.toThrow(
        'too many wait',
      );
      expect(await tries.begin(tried, false)).toMatchObject({ count: 1 });
    });

    it('never fall below zero when one is given back after a right one', async () => {
      const tries = running.app.get(LoginTries);
      const tried = { tenant: LIVE, login: someId(), sub: undefined };
      const paid = await tries.begin(tried, true);
      await tries.settle((await tries.begin(tried, true))!, () => Promise.resolve(true));
      await expect(tries.settle(paid!, () => Promise.reject(new Error('too many wait')))).rejects.toThrow();
      expect(await tries.begin(tried, true)).toMatchObject({ count: 1 });
    });

    it('end for one address, whomever they are tried for', async () => {
      for (let i = 0; i < 5; i++) await attempt(running, someId(), 'spring2026!!', '192.0.2.7');
      await expect(attempt(running, someId(), 'spring2026!!', '192.0.2.7')).rejects.toMatchObject({
        kind: KernelErrors.tooManyRequests,
      });
      await expect(attempt(running, someId(), 'spring2026!!', '192.0.2.8')).resolves.toBeUndefined();
    });
  });

  describe('The strict form of lockout', () => {
    it('blocks at the fifth from wherever, and an unblocked user begins at zero', async () => {
      const running = await startTestApplication({ env: { ...MANY_LOGINS, LOCKOUT_UNKNOWN: 'block' } });
      const userId = someId();
      await active(running, userId);
      for (let i = 0; i < 5; i++) await attempt(running, userId, 'wrong wrong wrong');
      await until(async () => (await statusOf(running, userId)) === 'BLOCKED');
      await running.app.get(UsersService).changeStatus(LIVE, userId, 'UNBLOCK');
      await until(async () => (await attempt(running, userId, PASSWORD)) !== undefined);
      await running.close();
    });

    it('forgets four tries after a day', async () => {
      const running = await startTestApplication({ env: { ...MANY_LOGINS, LOCKOUT_UNKNOWN: 'block' } });
      const userId = someId();
      await active(running, userId);
      for (let i = 0; i < 4; i++) await attempt(running, userId, 'wrong wrong wrong');
      await running.app.get(Database).rows(`UPDATE auth.login_tries SET since = since - interval '24 hours 1 second'`);
      for (let i = 0; i < 4; i++) await attempt(running, userId, 'wrong wrong wrong');
      expect(await statusOf(running, userId)).toBe('ACTIVE');
      await running.close();
    });
  });
});
