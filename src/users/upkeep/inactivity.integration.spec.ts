import { setTimeout as sleep } from 'node:timers/promises';
import { Tenant } from '../../shared/kernel/index.js';
import { UserActivation, UserActivity } from '../contract/index.js';
import { EnrolmentService } from '../management/enrolment.service.js';
import type { UserActivityAdapter } from '../directory/user-activity.adapter.js';
import { UsersService } from '../management/users.service.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { DAY, moveClock, resetClock } from '../../../test/support/clock.js';
import { someone } from '../../../test/support/enrolments.js';
import { meetAtLock } from '../../../test/support/held-locks.js';
import { performJob } from '../../../test/support/jobs.js';
import { poison, setAsideOf } from '../../../test/support/poison.js';
import { Database } from '../../shared/persistence/index.js';

const tenant = Tenant.of('default', false);
const CODE = 'by word of mouth';

let running: TestApplication;

async function sql(text: string, params: unknown[] = []) {
  const client = await running.database.connect();
  try {
    return (await client.query(text, params)).rows;
  } finally {
    await client.end();
  }
}

async function activeUser(userId: string): Promise<string> {
  const { user } = await running.app.get(EnrolmentService).enrol(tenant, someone(userId, { predefinedCode: CODE }));
  await running.app.get(UserActivation).activate({ tenant, login: userId, code: CODE, credentialId: 'password' });
  return user.sub;
}

const sweep = () => performJob(running.app, 'users/fall-inactive');
const statusOf = async (userId: string) => (await running.app.get(UsersService).find(tenant, userId)).status;
const activity = () => running.app.get<UserActivityAdapter>(UserActivity);

describe('Inactivity', () => {
  beforeAll(async () => {
    running = await startTestApplication({ env: { SURFACES: 'management' } });
    await sql("UPDATE users.enterprise SET inactivity_days = 30 WHERE enterprise_id = 'default'");
  });
  afterEach(async () => {
    resetClock(running.app);
    await sql('DELETE FROM users."user"');
    await sql('DELETE FROM users.login_name');
  });
  afterAll(() => running.close());

  describe('The inactivity sweep', () => {
    it('lets fall INACTIVE who was not seen for as long as the enterprise says, and activation brings them back', async () => {
      await activeUser('unused');
      const seen = await activeUser('seen');
      moveClock(running.app, 29 * DAY);
      await sweep();
      expect(await statusOf('unused')).toBe('ACTIVE');
      activity().touch(seen);
      await activity().write();
      moveClock(running.app, 2 * DAY);
      await sweep();
      expect([await statusOf('unused'), await statusOf('seen')]).toEqual(['INACTIVE', 'ACTIVE']);
    });

    it('lets fall INACTIVE who came with a password from another system and has never signed in', async () => {
      const imported = {
        preferredStatus: 'ACTIVE',
        passwordHash: '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW',
      } as const;
      const enrol = (userId: string) => running.app.get(EnrolmentService).enrol(tenant, someone(userId, imported));
      await enrol('never-seen');
      moveClock(running.app, 2 * DAY);
      const { user } = await enrol('seen');
      await enrol('imported-later');
      activity().touch(user.sub);
      await activity().write();
      moveClock(running.app, 29 * DAY);
      await sweep();
      const statuses = await Promise.all(['never-seen', 'seen', 'imported-later'].map(statusOf));
      expect(statuses).toEqual(['INACTIVE', 'ACTIVE', 'ACTIVE']);
      moveClock(running.app, 2 * DAY);
      await sweep();
      expect(await Promise.all(['seen', 'imported-later'].map(statusOf))).toEqual(['INACTIVE', 'INACTIVE']);
    });

    it('goes through any number of users, and leaves enterprises alone that do not ask for it', async () => {
      await activeUser('first');
      await sql(
        `INSERT INTO users."user" SELECT (jsonb_populate_record(u, jsonb_build_object(
         'sub', gen_random_uuid(), 'user_id', 'copy' || n, 'enterprise_id', CASE WHEN n > 250 THEN 'other' ELSE 'default' END))).*
       FROM users."user" u, generate_series(1, 260) n`,
      );
      await sql(
        `INSERT INTO users.enterprise SELECT (jsonb_populate_record(e, '{"enterprise_id":"other"}')).*
         FROM users.enterprise e WHERE enterprise_id = 'default'`,
      );
      await sql("UPDATE users.enterprise SET inactivity_days = NULL WHERE enterprise_id = 'other'");
      moveClock(running.app, 31 * DAY);
      await sweep();
      expect(
        await sql('SELECT enterprise_id, status, count(*)::int FROM users."user" GROUP BY 1, 2 ORDER BY 1'),
      ).toEqual([
        { enterprise_id: 'default', status: 'INACTIVE', count: 251 },
        { enterprise_id: 'other', status: 'ACTIVE', count: 10 },
      ]);
    });

    it('is stopped by no user who cannot be changed', async () => {
      const [first] = [await activeUser('first'), await activeUser('second')];
      const db = running.app.get(Database);
      await poison(db, 'users."user"', 'sub', first);
      moveClock(running.app, 31 * DAY);
      await sweep();
      expect([await statusOf('first'), await statusOf('second')]).toEqual(['ACTIVE', 'INACTIVE']);
      expect(await setAsideOf(db, 'users/fall-inactive')).toEqual([{ id: first, tries: 1 }]);
    });

    it('does not wait for a user who is being changed, nor does it let fall one who was seen while it looked', async () => {
      const held = await activeUser('held');
      await activeUser('free');
      moveClock(running.app, 31 * DAY);
      const holder = await running.database.connect();
      await holder.query('BEGIN');
      await holder.query('UPDATE users."user" SET last_active_at = $2 WHERE sub = $1', [
        held,
        new Date(Date.now() + 31 * DAY),
      ]);
      await sweep();
      expect(await statusOf('free')).toBe('INACTIVE');
      await holder.query('COMMIT');
      await holder.end();
      await sweep();
      expect(await statusOf('held')).toBe('ACTIVE');
    });

    it('comes before or after a status change that meets it', async () => {
      const sub = await activeUser('met');
      moveClock(running.app, 31 * DAY);
      const pause = () => running.app.get(UsersService).changeStatus(tenant, 'met', 'PAUSED');
      // The sweep skips the locked row. The pause waits for the lock, and then finds the user unchanged.
      const [paused] = await meetAtLock<unknown>(
        running.database,
        'SELECT FROM users."user" WHERE sub = $1 FOR UPDATE',
        [sub],
        [
          async () => {
            await sweep();
            return pause();
          },
        ],
      );
      expect(paused?.status).toBe('fulfilled');
      expect(await statusOf('met')).toBe('PAUSED');
    });
  });

  describe('Activity', () => {
    it('is written later, for many users in one statement, each at most once an hour', async () => {
      const subs = await Promise.all(['a', 'b'].map(activeUser));
      const before = await lastActive();
      moveClock(running.app, DAY);
      for (let i = 0; i < 1_000; i++) for (const sub of subs) activity().touch(sub);
      expect(await lastActive()).toEqual(before);
      await activity().write();
      const noted = await lastActive();
      expect(noted.map((at, i) => at - (before[i] ?? 0) > DAY / 2)).toEqual([true, true]);
      moveClock(running.app, DAY / 48);
      subs.forEach((sub) => activity().touch(sub));
      await activity().write();
      expect(await lastActive()).toEqual(noted);
    });

    it('is written by itself, and at the latest when the process ends', async () => {
      const sub = await activeUser('a');
      moveClock(running.app, DAY);
      const before = await lastActive();
      activity().touch(sub);
      while ((await lastActive())[0] === before[0]) await sleep(50);
      moveClock(running.app, DAY);
      const noted = await lastActive();
      activity().touch(sub);
      await activity().beforeApplicationShutdown();
      expect((await lastActive())[0]).toBeGreaterThan(noted[0] ?? 0);
    });

    const lastActive = async (): Promise<number[]> =>
      (await sql('SELECT last_active_at FROM users."user" ORDER BY user_id')).map(
        ({ last_active_at: at }: { last_active_at: Date }) => at.getTime(),
      );
  });
});
