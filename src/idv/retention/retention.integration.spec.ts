import type { Session } from '../sessions/session.entity.js';
import { Evidence } from '../evidence/evidence.service.js';
import { SessionResults } from '../web-tokens/session-results.service.js';
import { AuditLog } from '../../audit/contract/index.js';
import { TEST, Verifications } from '../../../test/support/verifications.js';
import { poison, setAsideOf } from '../../../test/support/poison.js';
import { until } from '../../../test/integration/support/until.js';
import { running } from '../../../test/support/idv/running.js';
import { performJob } from '../../../test/support/jobs.js';

describe('Retention', () => {
  let verifications: Verifications;
  beforeAll(async () => {
    verifications = await Verifications.of(running());
  });

  const sweep = () => performJob(running().app, 'idv/drop-evidence');
  const kindsOf = async ({ ref }: Session) => (await running().app.get(Evidence).list(ref)).map(({ kind }) => kind);
  const later = ({ sessionId }: Session, time: string) =>
    verifications.db.rows('UPDATE idv.session SET drop_at = drop_at - $2::interval WHERE session_id = $1', [
      sessionId,
      time,
    ]);
  const keysOf = ({ sessionId }: Session) =>
    verifications.db.rows('SELECT FROM shared.blob_key WHERE owner = $1 AND wrapped IS NOT NULL', [
      `idv/session:${sessionId}`,
    ]);
  const everything = ['frame-0', 'front', 'portrait', 'selfie'];

  describe('Evidence', () => {
    it('is dropped thirty days after the end, and not before; the result stays', async () => {
      const session = await verifications.optedIn();
      await later(session, '29 days 23 hours');
      await sweep();
      expect(await kindsOf(session)).toEqual(everything);
      await later(session, '2 hours');
      await sweep();
      expect([await kindsOf(session), await keysOf(session)]).toEqual([[], []]);
      const after = await verifications.current(session);
      expect(after).toMatchObject({ status: 'VERIFIED', sealedFindings: null, dropAt: null });
      expect(after.documentMark).not.toBeNull();
      const { entries } = await running().app.get(AuditLog).list({ tenant: TEST, subject: session.sub }, 10);
      expect(entries.map(({ kind }) => kind)).toContain('idv.evidence-dropped');
    });

    it('is kept as long as the client says', async () => {
      const [short, none] = [
        await verifications.optedIn(true, { retentionDays: 2 }),
        await verifications.optedIn(true, { retentionDays: 0 }),
      ];
      await later(short, '47 hours');
      await sweep();
      expect([await kindsOf(short), await kindsOf(none)]).toEqual([everything, []]);
      await later(short, '2 hours');
      await sweep();
      expect(await kindsOf(short)).toEqual([]);
    });

    it('that cannot be dropped keeps no other', async () => {
      const [poisoned, other] = [await verifications.optedIn(), await verifications.optedIn()];
      await later(poisoned, '32 days');
      await later(other, '31 days');
      const { db } = verifications;
      const heal = await poison(db, 'idv.session', 'session_id', poisoned.sessionId);
      await sweep();
      expect([await kindsOf(poisoned), await kindsOf(other)]).toEqual([everything, []]);
      expect(await setAsideOf(db, 'idv/drop-evidence')).toEqual([{ id: poisoned.sessionId, tries: 1 }]);
      await heal();
      await db.rows(`UPDATE shared.set_aside SET until = now() - interval '1 minute'`);
      await sweep();
      expect([await kindsOf(poisoned), await setAsideOf(db, 'idv/drop-evidence')]).toEqual([[], []]);
    });

    it('stays while its session waits for a reviewer', async () => {
      const session = await verifications.inReview();
      expect(session).toMatchObject({ status: 'REVIEW', dropAt: null });
      await sweep();
      expect(await kindsOf(session)).toEqual(everything);
    });

    it('is dropped at once when the user does not agree', async () => {
      const session = await verifications.optedIn(false);
      expect(session).toMatchObject({ status: 'DECLINED', sealedFindings: null, documentMark: null, dropAt: null });
      expect([await kindsOf(session), await keysOf(session)]).toEqual([[], []]);
    });

    it('is not in the result once it is dropped', async () => {
      const { token, session } = await verifications.opened();
      const resultOf = () => running().app.get(SessionResults).find(TEST, token);
      expect((await resultOf()).findings).toEqual({});
      await verifications.db.rows('UPDATE idv.session SET drop_at = now() WHERE session_id = $1', [session.sessionId]);
      await sweep();
      expect((await resultOf()).findings).toEqual({});
    });
  });

  describe('A user', () => {
    it('is told in the export what is held of verifications', async () => {
      const { userId } = await verifications.optedIn();
      const { body } = await verifications.portal.get(`/v1/users/${userId}/export`);
      expect(body.identityVerifications).toMatchObject([
        {
          status: 'VERIFIED',
          optIn: true,
          document: { type: 'passport', lastNames: 'ERIKSSON' },
          pictures: everything.map((kind) => ({ kind })),
        },
      ]);
      expect(JSON.stringify(body)).not.toMatch(/sealed|Hash/);
    });

    it('who is erased leaves no session behind, and no key', async () => {
      const session = await verifications.optedIn();
      const other = await verifications.optedIn();
      await verifications.portal.put(`/v1/users/${session.userId}/status`, { status: 'DELETED' });
      await verifications.db.rows(`UPDATE users."user" SET deleted_at = now() - interval '400 days' WHERE sub = $1`, [
        session.sub,
      ]);
      await performJob(running().app, 'users/erase-deleted');
      const left = () => verifications.db.rows('SELECT FROM idv.session WHERE sub = $1', [session.sub]);
      await until(async () => (await left()).length === 0);
      expect([await kindsOf(session), await keysOf(session)]).toEqual([[], []]);
      expect(await kindsOf(other)).toEqual(everything);
    });
  });
});
