import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Session } from '../../../src/idv/sessions/session.entity.js';
import type { Reason } from '../../../src/idv/sessions/rules/reasons.js';
import { AuditLog } from '../../../src/audit/contract/index.js';
import { MetricsRegistry } from '../../../src/shared/observability/index.js';
import { meetAt } from '../../support/held-locks.js';
import { performJob } from '../../support/jobs.js';
import { portalOf, type Portal } from '../../support/tokens.js';
import { TEST, Verifications } from '../../support/verifications.js';
import { running } from './running.js';

const REASON = 'Same person, older picture.';
const VERIFIED = { outcome: 'VERIFIED', reason: REASON };

describe('Reviews', () => {
  let verifications: Verifications;
  let reviewer: Portal;
  let other: Portal;

  beforeAll(async () => {
    verifications = await Verifications.of(running());
    const scopes = ['idv:review'];
    reviewer = await portalOf(running(), { scopes, test: true });
    other = await portalOf(running(), { scopes, test: true });
  });

  const inReview = (doubts?: readonly Reason[]) => verifications.inReview(doubts);
  const pathOf = ({ sessionId }: Session) => `/v1/idvReviews/${sessionId}`;
  const decide = (session: Session, body: object, by = reviewer) => by.post(`${pathOf(session)}/decision`, body);
  const auditedOf = async ({ sub }: Session) =>
    (await running().app.get(AuditLog).list({ tenant: TEST, subject: sub }, 50)).entries;
  const raw = (path: string, by = reviewer) =>
    fetch(running().url('management', path), { headers: { authorization: `Bearer ${by.token}` } });

  describe('The queue of reviews', () => {
    it('lists those that wait, the oldest first, page by page', async () => {
      const [one, two] = [await inReview(), await inReview()];
      const seen: string[] = [];
      let next: string | null = '';
      while (next !== null) {
        const { body }: { body: any } = await reviewer.get(`/v1/idvReviews?limit=1${next && `&cursor=${next}`}`);
        expect(body.idvReviews.length).toBeLessThanOrEqual(1);
        seen.push(...body.idvReviews.map((review: { reviewId: string }) => review.reviewId));
        next = body.next;
      }
      expect(seen.slice(-2)).toEqual([one.sessionId, two.sessionId]);
      await decide(one, VERIFIED);
      const { body } = await reviewer.get(`/v1/idvReviews?userId=${one.userId}`);
      expect(body.idvReviews).toEqual([]);
    });

    it('shows what there is to know of each', async () => {
      const session = await inReview(['document_data_mismatch', 'face_mismatch']);
      const { body } = await reviewer.get(`/v1/idvReviews?userId=${session.userId}`);
      expect(body.idvReviews).toEqual([
        {
          reviewId: session.sessionId,
          web_session_id: expect.stringMatching(/^[\w-]{43}$/),
          userId: session.userId,
          status: 'REVIEW',
          doubts: ['document_data_mismatch', 'face_mismatch'],
          documentType: 'passport',
          documentCountry: 'UTO',
          since: session.touchedAt.toISOString(),
          overdue: false,
          claim: null,
        },
      ]);
    });

    it('is filtered by doubt, and by how long they have waited', async () => {
      const [face, unreadable] = [await inReview(['face_mismatch']), await inReview(['document_unreadable'])];
      await verifications.db.rows(
        `UPDATE idv.session SET touched_at = touched_at - interval '15 days' WHERE session_id = $1`,
        [unreadable.sessionId],
      );
      const idsOf = async (filter: string): Promise<string[]> =>
        (await reviewer.get(`/v1/idvReviews?${filter}`)).body.idvReviews.map((review: any) => review.reviewId);
      expect(await idsOf('reason=document_unreadable')).toEqual([unreadable.sessionId]);
      expect(await idsOf('overdue=only')).toEqual([unreadable.sessionId]);
      expect(await idsOf('overdue=none')).toContain(face.sessionId);
      expect(await idsOf('overdue=none')).not.toContain(unreadable.sessionId);
      expect((await reviewer.get('/v1/idvReviews?reason=bad_mood')).status).toBe(422);
    });

    it('is for clients with the scope, of the same enterprise and mode', async () => {
      const session = await inReview();
      expect((await verifications.portal.get('/v1/idvReviews')).status).toBe(403);
      const live = await portalOf(running(), { scopes: ['idv:review'] });
      for (const path of [pathOf(session), `${pathOf(session)}/pictures/front`]) {
        expect((await live.get(path)).body.code).toBe('idv/review-not-found');
      }
      expect((await decide(session, VERIFIED, live)).body.code).toBe('idv/review-not-found');
      expect((await live.get('/v1/idvReviews')).body.idvReviews).toEqual([]);
    });
  });

  describe('A review', () => {
    it('shows what was read and measured, and the look is audited', async () => {
      const session = await inReview();
      const { status, body } = await reviewer.get(pathOf(session));
      expect([status, body.document.lastNames, body.scores.face]).toEqual([200, 'ERIKSSON', 0.99]);
      expect(body.pictures.map((picture: any) => picture.kind)).toEqual(['frame-0', 'front', 'portrait', 'selfie']);
      expect(body.decisions).toEqual([]);
      expect((await auditedOf(session))[0]).toMatchObject({
        kind: 'idv.evidence-viewed',
        actor: reviewer.clientId,
        details: { what: 'findings' },
      });
    });

    it('gives each picture as a JPEG that nobody stores, and the look is audited', async () => {
      const session = await inReview();
      const answer = await raw(`${pathOf(session)}/pictures/selfie`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        'image/jpeg',
        'no-store',
      ]);
      expect(answer.headers.get('content-length')).toBe(String(bytes.length));
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640 });
      expect((await auditedOf(session))[0]).toMatchObject({
        kind: 'idv.evidence-viewed',
        actor: reviewer.clientId,
        details: { sessionId: session.sessionId, what: 'selfie' },
      });
    });

    it.each(['back', 'frame-7', 'passport', '..%2Ffront', 'frame-9999'])('has no picture %s', async (kind) => {
      const session = await inReview();
      expect([404, 422]).toContain((await reviewer.get(`${pathOf(session)}/pictures/${kind}`)).status);
    });

    it('is none of a session that nobody doubted', async () => {
      const session = await verifications.optedIn();
      expect((await reviewer.get(pathOf(session))).body.code).toBe('idv/review-not-found');
      expect((await reviewer.get(`/v1/idvReviews/${randomUUID()}`)).body.code).toBe('idv/review-not-found');
      expect((await reviewer.get(`${pathOf(session)}/pictures/front`)).body.code).toBe('idv/review-not-found');
    });

    it('whose picture does not open is no picture that was cut off', async () => {
      const session = await inReview();
      await verifications.db.rows(
        `UPDATE shared.blob_chunk SET body = set_byte(body, 20, get_byte(body, 20) # 1) WHERE blob_id IN (
           SELECT blob_id FROM idv.evidence WHERE session_id = $1 AND kind = 'front')`,
        [session.sessionId],
      );
      expect((await reviewer.get(`${pathOf(session)}/pictures/front`)).status).toBe(500);
    });
  });

  describe('A decision', () => {
    it('VERIFIED ends the session; the portal may then complete the user', async () => {
      const session = await inReview();
      expect((await verifications.portal.put(`/v1/users/${session.userId}/status`, { status: 'CREATED' })).status).toBe(
        409,
      );
      const { status, body } = await decide(session, VERIFIED);
      expect([status, body]).toEqual([200, { reviewId: session.sessionId, status: 'VERIFIED', final: true }]);
      expect(await verifications.current(session)).toMatchObject({ status: 'VERIFIED', reasons: [] });
      expect((await verifications.portal.put(`/v1/users/${session.userId}/status`, { status: 'CREATED' })).status).toBe(
        200,
      );
      const { body: shown } = await reviewer.get(pathOf(session));
      expect(shown).toMatchObject({
        status: 'VERIFIED',
        decisions: [{ clientId: reviewer.clientId, outcome: 'VERIFIED', reason: REASON, final: true }],
      });
    });

    it.each<readonly [object, readonly Reason[], readonly Reason[]]>([
      [{ outcome: 'SELFIE_FAILED' }, ['document_unreadable', 'face_mismatch'], ['face_mismatch']],
      [{ outcome: 'DOCUMENT_MISMATCH' }, ['face_mismatch'], ['document_data_mismatch']],
      [{ outcome: 'DOCUMENT_REJECTED', reasons: ['document_expired'] }, ['face_mismatch'], ['document_expired']],
    ])('ends the session with its reasons: %j of the doubts %j gives %j', async (given, doubts, reasons) => {
      const session = await inReview(doubts);
      expect((await decide(session, { ...given, reason: REASON })).status).toBe(200);
      expect(await verifications.current(session)).toMatchObject({ reasons });
      const kinds = (await auditedOf(session)).map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(['idv.review-decided', 'idv.session-status-changed']));
    });

    it('is kept sealed, as are its words', async () => {
      const session = await inReview();
      await decide(session, VERIFIED);
      const [row] = await verifications.db.rows<{ text: string }>(
        `SELECT encode(sealed_reason, 'escape') AS text FROM idv.review_decision WHERE session_id = $1`,
        [session.sessionId],
      );
      expect(row?.text).not.toContain('older');
      expect(JSON.stringify(await auditedOf(session))).not.toContain('older');
    });

    it.each<readonly [string, object, number, string]>([
      ['without a reason', { outcome: 'VERIFIED' }, 422, 'kernel/invalid-arguments'],
      ['that is no outcome', { outcome: 'EXPIRED', reason: REASON }, 422, 'kernel/invalid-arguments'],
      ['with a reason of another outcome', { ...VERIFIED, reasons: ['face_mismatch'] }, 422, 'idv/reason-unfitting'],
    ])('is refused %s', async (_what, body, status, code) => {
      const session = await inReview();
      const answer = await decide(session, body);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect((await verifications.current(session)).status).toBe('REVIEW');
    });

    it('counts once when two reviewers make it at once', async () => {
      const session = await inReview();
      const lock = { sql: 'SELECT FROM idv.session WHERE session_id = $1 FOR UPDATE', params: [session.sessionId] };
      const answers = await meetAt(running(), lock, [
        () => decide(session, VERIFIED),
        () => decide(session, { outcome: 'SELFIE_FAILED', reason: REASON }, other),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('idv/review-decided');
      const won = answers.find(({ status }) => status === 200)?.body.status;
      expect((await verifications.current(session)).status).toBe(won);
      expect((await reviewer.get(pathOf(session))).body.decisions).toHaveLength(1);
    });

    it('comes too late when the enterprise has cancelled the session', async () => {
      const session = await inReview();
      const { body } = await reviewer.get(pathOf(session));
      await verifications.portal.post(`/v1/idvWebTokens/${body.web_session_id}/cancel`);
      const late = await decide(session, VERIFIED);
      expect([late.status, late.body.code]).toEqual([409, 'idv/review-decided']);
    });
  });

  describe('A review that waits for fourteen days', () => {
    const remind = ({ sessionId, enterpriseId, test }: Session) =>
      performJob(running().app, 'idv/remind-of-review', { sessionId, enterpriseId, test });
    const jobsOf = ({ sessionId }: Session) =>
      verifications.db.rows<{ days: number }>(
        `SELECT round(extract(epoch FROM due_at - now()) / 86400)::int AS days FROM shared.job
         WHERE kind = 'idv/remind-of-review' AND dedupe_key = $1`,
        [sessionId],
      );

    it('is reported again, by webhook and in the metrics, and then every fourteen days', async () => {
      const hooks = await portalOf(running(), { scopes: ['webhooks:read', 'webhooks:write'], test: true });
      const eventTypes = ['idv.review_required'];
      const { body: endpoint } = await hooks.post('/v1/webhookEndpoints', {
        url: 'https://hooks.example/x',
        eventTypes,
      });
      const session = await inReview();
      const told = async () =>
        (await hooks.get(`/v1/webhookEndpoints/${endpoint.endpointId}/deliveries`)).body.deliveries.length;
      expect([await jobsOf(session), await told()]).toEqual([[{ days: 14 }], 1]);
      await remind(session);
      expect(await told()).toBe(1);
      await verifications.db.rows(
        `UPDATE idv.session SET touched_at = touched_at - interval '14 days 1 minute' WHERE session_id = $1`,
        [session.sessionId],
      );
      await remind(session);
      expect([await jobsOf(session), await told()]).toEqual([[{ days: 14 }], 2]);
      const metrics = await running().app.get(MetricsRegistry).metrics();
      expect(Number(/countersign_idv_reviews\{state="overdue"\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThan(0);
      await decide(session, VERIFIED);
      await remind(session);
      expect(await told()).toBe(2);
    });
  });
});
