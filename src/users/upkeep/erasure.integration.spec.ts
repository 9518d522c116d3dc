import { text } from 'node:stream/consumers';
import { EventsHandler } from '@nestjs/cqrs';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/contract/index.js';
import { IdvFinished } from '../../idv/contract/index.js';
import { newId, Tenant } from '../../shared/kernel/index.js';
import { PersonalData, UserActivation, UserErased, type PersonalDataSection, type UserRef } from '../contract/index.js';
import { NoteIdvFinished } from '../management/note-idv-finished.handler.js';
import { ResendActivationCode } from '../management/resend-activation-code.service.js';
import { EnrolmentService } from '../management/enrolment.service.js';
import { ErasedIds } from '../management/erased-ids.service.js';
import { UserExport } from '../export/user-export.service.js';
import { UsersService } from '../management/users.service.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { DAY, moveClock } from '../../../test/support/clock.js';
import { someone } from '../../../test/support/enrolments.js';
import { meetAtLock } from '../../../test/support/held-locks.js';
import { performJob } from '../../../test/support/jobs.js';
import { poison, setAsideOf } from '../../../test/support/poison.js';
import { Database } from '../../shared/persistence/index.js';
import { until } from '../../../test/integration/support/until.js';

const tenant = Tenant.of('default', false);
const erased: UserErased[] = [];

@EventsHandler(UserErased)
class HearErasure {
  async handle(event: UserErased): Promise<void> {
    erased.push(event);
  }
}

@Injectable()
class SessionsHeld extends PersonalData {
  async section({ userId }: UserRef): Promise<PersonalDataSection> {
    return { name: 'sessions', data: [{ of: userId }] };
  }
}

let running: TestApplication;
let users: UsersService;
let enrolment: EnrolmentService;

const JANE = {
  firstName: 'Jane',
  lastName: 'Doe-Secret',
  emailId: 'jane.secret@example.com',
  mobileNumber: '+4915112345678',
  loginId: 'jane-login-secret',
  comments: 'knows the secret',
  primaryGroup: 'group-secret',
  predefinedCode: 'by word of mouth',
};

const erase = () => performJob(running.app, 'users/erase-deleted');

/** The text of every row in the database, to search it for personal data. */
async function everythingStored(): Promise<string> {
  const client = await running.database.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('users', 'shared')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
    texts.push(...rows.map(({ text }) => `${name} ${text}`));
  }
  await client.end();
  return texts.join('\n');
}

describe('Erasure', () => {
  beforeAll(async () => {
    running = await startTestApplication({ env: { SURFACES: 'management' }, providers: [HearErasure, SessionsHeld] });
    users = running.app.get(UsersService);
    enrolment = running.app.get(EnrolmentService);
  });
  afterAll(() => running.close());

  describe('Export', () => {
    it('holds everything that is known of a person, without any hash, in one JSON document', async () => {
      const { user } = await enrolment.enrol(tenant, someone('export.me', { ...JANE, loginId: null }));
      const document = await text(await running.app.get(UserExport).of(tenant, 'export.me'));
      const exported = JSON.parse(document) as object;
      expect(exported).toMatchObject({
        user: {
          sub: user.sub,
          userId: 'export.me',
          lastName: 'Doe-Secret',
          emailId: 'jane.secret@example.com',
          comments: 'knows the secret',
        },
        activationCode: { predefined: true, wrongTries: 0, used: false },
        devices: [],
        sessions: [{ of: 'export.me' }],
        audit: [{ kind: 'users.user-enrolled', outcome: 'done' }],
      });
      expect(JSON.stringify(exported)).not.toMatch(/hash|by word of mouth/i);
      const { entries } = await running.app.get(AuditLog).list({ tenant, subject: user.sub }, 1);
      expect(entries[0]?.kind).toBe('users.user-exported');
      await users.changeStatus(tenant, 'export.me', 'DELETED');
      moveClock(running.app, 40 * DAY);
      await erase();
      await expect(running.app.get(UserExport).of(tenant, 'export.me')).rejects.toMatchObject({
        name: 'users/not-found',
      });
    });
  });

  describe('Erasure', () => {
    it('waits for as long as the enterprise retains, then leaves nothing that names the person, and the id taken', async () => {
      const { user } = await enrolment.enrol(tenant, someone('jane-secret', JANE));
      const { sub } = user;
      await users.changeStatus(tenant, 'jane-secret', 'DELETED');
      await until(async () => !(await everythingStored()).includes('shared.outbox'));
      moveClock(running.app, 29 * DAY);
      await erase();
      expect(await users.find(tenant, 'jane-secret')).toMatchObject({ status: 'DELETED', lastName: 'Doe-Secret' });

      moveClock(running.app, 2 * DAY);
      erased.length = 0;
      await erase();
      await until(() => erased.length > 0);
      expect(erased[0]?.payload).toEqual({ sub, enterpriseId: 'default', test: false });
      await until(async () => !(await everythingStored()).includes('shared.outbox'));
      expect(await everythingStored()).not.toMatch(/secret|\+4915112345678/i);

      await expect(users.find(tenant, 'jane-secret')).rejects.toMatchObject({ name: 'users/not-found' });
      await expect(users.changeStatus(tenant, 'jane-secret', 'UNBLOCK')).rejects.toMatchObject({
        name: 'users/not-found',
      });
      await expect(running.app.get(ResendActivationCode).resend(tenant, 'jane-secret')).rejects.toMatchObject({
        name: 'users/not-found',
      });
      await expect(
        running.app
          .get(UserActivation)
          .activate({ tenant, login: 'jane-secret', code: 'by word of mouth', credentialId: 'p' }),
      ).rejects.toMatchObject({ name: 'users/wrong-code' });
      await expect(enrolment.enrol(tenant, someone('jane-secret'))).rejects.toMatchObject({
        name: 'users/already-exists',
      });
      await expect(enrolment.enrol(tenant, someone('other', { loginId: 'jane-secret' }))).rejects.toMatchObject({
        name: 'users/already-exists',
      });
      await enrolment.enrol(Tenant.of('default', true), someone('jane-secret'));
    });

    it('stays complete when the result of an identity verification is delivered after it', async () => {
      const { user } = await enrolment.enrol(tenant, someone('told-late'));
      await users.changeStatus(tenant, 'told-late', 'DELETED');
      moveClock(running.app, 31 * DAY);
      await erase();
      const verified = { sessionId: newId(), status: 'VERIFIED', kycReferenceId: 'KYC-of-the-person' };
      const event = new IdvFinished({ ...user.ref, ...verified });
      await running.app.get(NoteIdvFinished, { strict: false }).handle(event);
      expect(await everythingStored()).not.toContain('KYC-of-the-person');
    });

    it('continues with the others when one fails: that one is set aside with an alarm and retried later', async () => {
      const db = running.app.get(Database);
      const subs = new Map<string, string>();
      for (const userId of ['poisoned', 'later-1', 'later-2']) {
        const { user } = await enrolment.enrol(tenant, someone(userId));
        subs.set(userId, user.sub);
        await users.changeStatus(tenant, userId, 'DELETED');
      }
      const poisoned = subs.get('poisoned')!;
      const left = async () =>
        (
          await db.rows<{ userId: string }>(
            `SELECT user_id AS "userId" FROM users."user" WHERE sub = ANY ($1) AND erased_at IS NULL`,
            [[...subs.values()]],
          )
        ).map(({ userId }) => userId);
      await db.rows(`UPDATE users."user" SET deleted_at = deleted_at - interval '1 day' WHERE sub = $1`, [poisoned]);
      const heal = await poison(db, 'users."user"', 'sub', poisoned);
      moveClock(running.app, 31 * DAY);
      await erase();
      expect(await left()).toEqual(['poisoned']);
      await erase();
      expect(await setAsideOf(db, 'users/erase-deleted')).toEqual([{ id: poisoned, tries: 1 }]);
      const metrics = await (await fetch(running.url('ops', '/metrics'))).text();
      expect(metrics).toContain('countersign_set_aside_rows{work="users/erase-deleted"} 1\n');
      moveClock(running.app, 61_000);
      await erase();
      expect(await setAsideOf(db, 'users/erase-deleted')).toEqual([{ id: poisoned, tries: 2 }]);
      await heal();
      moveClock(running.app, 121_000);
      await erase();
      expect([await left(), await setAsideOf(db, 'users/erase-deleted')]).toEqual([[], []]);
    });

    it('leaves the id taken also for who asked for it while it was going on', async () => {
      const { user } = await enrolment.enrol(tenant, someone('raced'));
      const mark = running.app.get(ErasedIds).markOf(tenant, 'raced');
      const erasing = `
        WITH gone AS (DELETE FROM users.login_name WHERE sub = $1)
        UPDATE users."user" SET user_id = $2, status = 'DELETED', deleted_at = now(), erased_at = now() WHERE sub = $1`;
      const race = [
        () => enrolment.enrol(tenant, someone('raced')),
        () => enrolment.enrol(tenant, someone('raced-too', { loginId: 'raced' })),
      ];
      const ends = await meetAtLock(running.database, erasing, [user.sub, mark], race);
      const taken = { status: 'rejected', reason: expect.objectContaining({ name: 'users/already-exists' }) };
      expect(ends).toEqual([taken, taken]);
    });

    it('leaves the audit entries, and nobody whom they name', async () => {
      const { user } = await enrolment.enrol(tenant, someone('audited'));
      await users.changeStatus(tenant, 'audited', 'DELETED');
      const log = running.app.get(AuditLog);
      const before = (await log.list({ tenant, subject: user.sub }, 100)).entries;
      expect(before).toHaveLength(2);
      moveClock(running.app, 31 * DAY);
      await erase();
      expect((await log.list({ tenant, subject: user.sub }, 100)).entries).toEqual([]);
      const now = (await log.list({ tenant }, 200)).entries;
      const anonymous = now.filter(({ subjectAlias }) => subjectAlias === before[0]?.subjectAlias);
      expect(anonymous.map(({ subject }) => subject)).toEqual([null, null]);
      expect(now[0]).toMatchObject({ kind: 'users.user-erased', subject: null, subjectAlias: null });
    });
  });
});
