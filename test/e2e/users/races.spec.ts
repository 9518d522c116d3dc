import type { TestApplication } from '../../support/application.js';
import { meetAt } from '../../support/held-locks.js';
import { sharedApplication } from '../../support/shared-application.js';
import { newUser } from '../../support/someone.js';
import { portalOf, type Portal } from '../../support/tokens.js';

let running: TestApplication;
let portal: Portal;

const create =
  (userId: string, fields: object = {}) =>
  () =>
    portal.post('/v1/users', newUser(userId, fields));
const change = (userId: string, status: string) => () => portal.put(`/v1/users/${userId}/status`, { status });
const rowOf = (userId: string) => ({
  sql: 'SELECT 1 FROM users."user" WHERE user_id = $1 FOR UPDATE',
  params: [userId],
});
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

async function eventsAbout(kind: string, userId: string): Promise<number> {
  const db = await running.database.connect();
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM shared.audit_entry e JOIN shared.audit_alias a ON a.alias = e.subject_alias
     JOIN users."user" u ON u.sub::text = a.subject WHERE u.user_id = $1 AND e.kind = $2`,
    [userId, kind],
  );
  await db.end();
  return rows[0]!.n;
}

describe('Races', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    portal = await portalOf(running, { scopes: ['users:read', 'users:write'] });
  });

  describe('Two at once', () => {
    it('create the same user: one is told that it exists', async () => {
      const lock = { sql: 'LOCK TABLE users.login_name IN SHARE MODE' };
      const answers = await meetAt(running, lock, [create('twin'), create('twin')]);
      expect(statusesOf(answers)).toEqual([201, 409]);
      expect(await eventsAbout('users.user-enrolled', 'twin')).toBe(1);
    });

    it('create two users who want one login id: one gets it', async () => {
      const lock = { sql: 'LOCK TABLE users.login_name IN SHARE MODE' };
      const answers = await meetAt(running, lock, [
        create('ann', { loginId: 'star' }),
        create('bob', { loginId: 'star' }),
      ]);
      expect(statusesOf(answers)).toEqual([201, 409]);
    });

    it('a create that waits for another transaction goes through when that one gives the name up', async () => {
      const holder = await running.database.connect();
      await holder.query('BEGIN');
      await holder.query(`INSERT INTO users.login_name VALUES ('default', false, 'ghost', gen_random_uuid())`);
      const waiting = create('ghost')();
      for (let n = 0; n < 1;) {
        const { rows } = await holder.query(
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        );
        n = rows[0].n;
      }
      await holder.query('ROLLBACK');
      await holder.end();
      expect((await waiting).status).toBe(201);
    });

    it('block a user: both are told so, and it happened once', async () => {
      await create('pat')();
      const answers = await meetAt(running, rowOf('pat'), [change('pat', 'BLOCKED'), change('pat', 'BLOCKED')]);
      expect(statusesOf(answers)).toEqual([200, 200]);
      expect(await eventsAbout('users.user-status-changed', 'pat')).toBe(1);
    });

    it('pause and delete a user: whichever comes second acts on what the first has left', async () => {
      await create('lee')();
      const [paused, deleted] = await meetAt(running, rowOf('lee'), [
        change('lee', 'PAUSED'),
        change('lee', 'DELETED'),
      ]);
      expect(deleted!.status).toBe(200);
      expect([200, 409]).toContain(paused!.status);
      expect((await portal.get('/v1/users/lee')).body.status).toBe('DELETED');
    });

    it('correct different fields of a user: neither is lost', async () => {
      await create('mia')();
      const correct = (fields: object) => () => portal.patch('/v1/users/mia', fields);
      await meetAt(running, rowOf('mia'), [correct({ firstName: 'Mia' }), correct({ lastName: 'Li' })]);
      expect((await portal.get('/v1/users/mia')).body).toMatchObject({ firstName: 'Mia', lastName: 'Li' });
    });
  });
});
