import { AuditLog } from '../../audit/contract/index.js';
import type { Session } from '../sessions/session.entity.js';
import { SessionEvents } from '../session-events/session-events.service.js';
import { SessionSteps } from '../steps/session-steps.service.js';
import { Sessions } from '../steps/sessions.service.js';
import { meetAt } from '../../../test/support/held-locks.js';
import { portalOf, type Portal } from '../../../test/support/tokens.js';
import { TEST, Verifications } from '../../../test/support/verifications.js';
import { running } from '../../../test/e2e/idv/running.js';

const REASON = 'Same person, older picture.';

describe('Verifications by their id', () => {
  let verifications: Verifications;
  let reader: Portal;
  let reviewer: Portal;
  let other: Portal;
  let security: Portal;

  beforeAll(async () => {
    verifications = await Verifications.of(running());
    reader = await portalOf(running(), { scopes: ['idv:read', 'idv:write'], test: true });
    reviewer = await portalOf(running(), { scopes: ['idv:read', 'idv:review'], test: true });
    other = await portalOf(running(), { scopes: ['idv:read', 'idv:review'], test: true });
    security = await portalOf(running(), { scopes: ['idv:evidence'], test: true });
  });

  const pathOf = ({ sessionId }: Session) => `/v1/idvSessions/${sessionId}`;
  const idsOf = async (filter: string): Promise<string[]> =>
    (await reader.get(`/v1/idvSessions?${filter}`)).body.idvSessions.map((found: any) => found.sessionId);
  const eventsOf = async (session: Session): Promise<any[]> =>
    (await reader.get(`${pathOf(session)}/events?limit=200`)).body.events;
  const auditedOf = async ({ sub }: Session) =>
    (await running().app.get(AuditLog).list({ tenant: TEST, subject: sub }, 50)).entries;
  const raw = (path: string, by = reviewer, method = 'GET') =>
    fetch(running().url('management', path), { method, headers: { authorization: `Bearer ${by.token}` } });

  describe('The list of verifications', () => {
    it('shows each by an id that opens none of its pages', async () => {
      const { token, session } = await verifications.opened();
      const { body } = await reader.get(`/v1/idvSessions?userId=${session.userId}`);
      expect(body.idvSessions).toEqual([
        {
          sessionId: session.sessionId,
          userId: session.userId,
          clientId: session.clientId,
          status: 'PENDING',
          reasons: [],
          doubts: [],
          documentType: null,
          documentCountry: null,
          lastStep: 'welcome',
          checks: { document: 'open', selfie: 'open', kyc: 'notAsked' },
          attempts: { document: 0, selfie: 0 },
          optIn: null,
          kycReferenceId: null,
          byVendor: false,
          openedAt: session.createdAt.toISOString(),
          startedAt: null,
          timestamp: session.touchedAt.toISOString(),
          finishedAt: null,
          expiresAt: session.expiresAt.toISOString(),
          evidenceUntil: null,
          claim: null,
          test: true,
        },
      ]);
      expect(JSON.stringify(body)).not.toContain(token);
    });

    it('is filtered by everything that is known of them, and combined', async () => {
      const session = await verifications.inReview(['document_unreadable']);
      const { userId, clientId, sessionId, createdAt } = session;
      const of = `userId=${userId}`;
      for (const filter of [
        ...['status=REVIEW', `clientId=${clientId}`, 'reason=document_unreadable', 'doubt=document_unreadable'],
        ...['documentType=passport', 'documentCountry=UTO', `openedFrom=${createdAt.toISOString()}`],
      ]) {
        expect([filter, await idsOf(`${of}&${filter}`)]).toEqual([filter, [sessionId]]);
        expect((await idsOf(`${filter}&limit=200`)).includes(sessionId)).toBe(true);
      }
      for (const filter of [
        ...['status=VERIFIED', 'clientId=nobody', 'reason=face_mismatch', 'doubt=face_mismatch'],
        ...['documentType=identity_card', 'documentCountry=D', `openedTo=${createdAt.toISOString()}`],
      ])
        expect([filter, await idsOf(`${of}&${filter}`)]).toEqual([filter, []]);
    });

    it('has an order, and pages', async () => {
      const [one, two] = [await verifications.opened(), await verifications.opened()];
      const from = `openedFrom=${one.session.createdAt.toISOString()}`;
      expect((await idsOf(`${from}&order=oldest`)).slice(0, 2)).toEqual([one.session.sessionId, two.session.sessionId]);
      const first = await reader.get(`/v1/idvSessions?${from}&order=oldest&limit=1`);
      const second = await reader.get(`/v1/idvSessions?${from}&order=oldest&limit=1&cursor=${first.body.next}`);
      expect(second.body.idvSessions[0].sessionId).toBe(two.session.sessionId);
    });

    it('refuses what cannot be', async () => {
      for (const filter of ['reason=bad_mood', 'documentCountry=u', 'status=DONE', 'openedFrom=yesterday'])
        expect([filter, (await reader.get(`/v1/idvSessions?${filter}`)).status]).toEqual([filter, 422]);
      const range = 'openedFrom=2026-02-01T00:00:00.000Z&openedTo=2026-01-01T00:00:00.000Z';
      const { body } = await reader.get(`/v1/idvSessions?${range}`);
      expect(body.errors).toEqual([{ pointer: '?openedFrom', detail: 'Must not be after `openedTo`.' }]);
    });
  });

  describe('A verification', () => {
    it('is of one enterprise and one side', async () => {
      const session = await verifications.inReview();
      const scopes = ['idv:read', 'idv:write', 'idv:review', 'idv:evidence'];
      const live = await portalOf(running(), { scopes });
      for (const path of ['', '/events', '/pictures/front'])
        expect((await live.get(`${pathOf(session)}${path}`)).body.code).toBe('idv/not-found');
      expect((await live.post(`${pathOf(session)}/cancel`, {})).body.code).toBe('idv/not-found');
      expect((await live.post(`${pathOf(session)}/claim`, {})).body.code).toBe('idv/review-not-found');
      expect((await raw(`${pathOf(session)}/evidence`, live, 'DELETE')).status).toBe(404);
      expect((await verifications.current(session)).status).toBe('REVIEW');
    });

    it('shows findings to those who may review, and the look is audited', async () => {
      const session = await verifications.inReview();
      expect((await reader.get(pathOf(session))).body.findings).toBeUndefined();
      expect((await auditedOf(session)).map(({ kind }) => kind)).not.toContain('idv.evidence-viewed');
      const { body } = await reviewer.get(pathOf(session));
      const { findings } = body;
      expect(body.checks).toEqual({ document: 'passed', selfie: 'doubt', kyc: 'notAsked' });
      expect(findings.thresholds).toMatchObject({ match: 0.8, retry: 0.6, leastCertainty: 0.88 });
      expect(findings.fields.find(({ name }: any) => name === 'lastNames')).toEqual({
        name: 'lastNames',
        value: 'ERIKSSON',
        source: 'zone',
        checkDigit: null,
        printed: null,
        record: null,
        agrees: null,
      });
      expect(findings.pictures.map(({ kind }: any) => kind)).toEqual(['frame-0', 'front', 'portrait', 'selfie']);
      expect((await auditedOf(session))[0]).toMatchObject({
        kind: 'idv.evidence-viewed',
        details: { sessionId: session.sessionId, what: 'findings' },
      });
    });

    it('shows its pictures after the decision too, but nothing that the person has not agreed to pass on', async () => {
      const done = await verifications.optedIn();
      expect((await raw(`${pathOf(done)}/pictures/selfie`)).headers.get('content-type')).toBe('image/jpeg');
      expect((await auditedOf(done))[0]).toMatchObject({ kind: 'idv.evidence-viewed', details: { what: 'selfie' } });
      const undecided = await verifications.atOptIn();
      expect((await reviewer.get(pathOf(undecided))).body.findings).toBeUndefined();
      expect((await reviewer.get(`${pathOf(undecided)}/pictures/selfie`)).body.code).toBe('idv/picture-not-found');
      expect((await reader.get(`${pathOf(done)}/pictures/selfie`)).status).toBe(403);
    });

    it('is cancelled, once', async () => {
      const session = await verifications.inReview();
      const cancel = () => reader.post(`${pathOf(session)}/cancel`, {});
      expect((await cancel()).body).toMatchObject({ status: 'CANCELLED', lastStep: 'done' });
      expect((await cancel()).status).toBe(200);
      const done = await verifications.optedIn();
      expect((await reader.post(`${pathOf(done)}/cancel`, {})).body.code).toBe('idv/status-refused');
    });
  });

  describe('Where a verification stopped', () => {
    it('is still known when it is over', async () => {
      const { app } = running();
      const { token } = await verifications.opened();
      const { ownerSecret } = await app.get(Sessions).start(token);
      const owned = () => app.get(Sessions).owned(ownerSecret);
      await app.get(SessionSteps).consent(await owned(), true);
      await app.get(SessionSteps).chooseDocument(await owned(), { type: 'passport', country: 'UTO' });
      await app.get(SessionSteps).cancel(await owned());
      expect((await reader.get(pathOf(await owned()))).body).toMatchObject({ status: 'CANCELLED', lastStep: 'front' });
      expect(await verifications.optedIn()).toMatchObject({ lastStep: 'done', status: 'VERIFIED' });
      expect(await verifications.optedIn(false)).toMatchObject({ lastStep: 'optIn', status: 'DECLINED' });
    });
  });

  describe('The events of a verification', () => {
    it('tell its way, without anything about the person', async () => {
      const session = await verifications.inReview();
      await reviewer.post(`${pathOf(session)}/claim`, {});
      await reviewer.post(`/v1/idvReviews/${session.sessionId}/decision`, { outcome: 'VERIFIED', reason: REASON });
      const events = await eventsOf(session);
      expect(events.map(({ kind, step }) => [kind, step])).toEqual([
        ['opened', 'welcome'],
        ['started', null],
        ['step', 'consent'],
        ['status', null],
        ['step', 'document'],
        ['step', 'front'],
        ['attempt-passed', 'front'],
        ['step', 'confirm'],
        ['step', 'selfie'],
        ['attempt-passed', 'selfie'],
        ['step', 'optIn'],
        ['status', null],
        ['claimed', null],
        ['decided', null],
        ['status', null],
      ]);
      expect(events.at(-2).details).toEqual({
        by: `client:${reviewer.clientId}`,
        outcome: 'VERIFIED',
        final: true,
      });
      expect(JSON.stringify(events)).not.toMatch(/ERIKSSON|L898902C3|Same person/);
    });

    it('note a repeated page once, and no more than a session can need', async () => {
      const { session } = await verifications.opened();
      const events = running().app.get(SessionEvents);
      for (let times = 0; times < 3; times++) await events.note(session.ref, { kind: 'link-opened', step: 'welcome' });
      expect((await eventsOf(session)).map(({ kind }) => kind)).toEqual(['opened', 'link-opened']);
      for (let times = 0; times < 420; times++)
        await events.note(session.ref, { kind: 'picture-refused', step: 'front' });
      const stored = await verifications.db.rows('SELECT FROM idv.session_event WHERE session_id = $1', [
        session.sessionId,
      ]);
      expect(stored).toHaveLength(400);
      await reader.post(`${pathOf(session)}/cancel`, {});
      const { body } = await reader.get(`${pathOf(session)}/events?limit=200`);
      const second = await reader.get(`${pathOf(session)}/events?limit=200&cursor=${body.next}`);
      const third = await reader.get(`${pathOf(session)}/events?limit=200&cursor=${second.body.next}`);
      expect(third.body.events.at(-1)).toMatchObject({ kind: 'status', details: { to: 'CANCELLED' } });
    });
  });

  describe('A claim on a review', () => {
    const claim = (session: Session, by: Portal) => by.post(`${pathOf(session)}/claim`, {});
    const decide = (session: Session, by: Portal) =>
      by.post(`/v1/idvReviews/${session.sessionId}/decision`, { outcome: 'VERIFIED', reason: REASON });

    it('is had by one of two at once', async () => {
      const session = await verifications.inReview();
      const lock = { sql: 'SELECT FROM idv.session WHERE session_id = $1 FOR UPDATE', params: [session.sessionId] };
      const ends = await meetAt(running(), lock, [() => claim(session, reviewer), () => claim(session, other)]);
      expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(ends.find(({ status }) => status === 409)?.body).toMatchObject({
        code: 'idv/review-claimed',
        claimedBy: expect.stringMatching(/^client:/),
      });
    });

    it('keeps others from deciding, until it is given back or over', async () => {
      const session = await verifications.inReview();
      expect((await claim(session, reviewer)).body.claim.by).toBe(`client:${reviewer.clientId}`);
      expect((await claim(session, reviewer)).status).toBe(200);
      expect((await decide(session, other)).body.code).toBe('idv/review-claimed');
      expect((await raw(`${pathOf(session)}/claim`, other, 'DELETE')).status).toBe(204);
      expect((await decide(session, other)).body.code).toBe('idv/review-claimed');
      const queue = async (by: Portal, claimed: string) =>
        (await by.get(`/v1/idvReviews?userId=${session.userId}&claimed=${claimed}`)).body.idvReviews.length;
      expect([await queue(reviewer, 'none'), await queue(reviewer, 'mine'), await queue(other, 'mine')]).toEqual([
        0, 1, 0,
      ]);
      await verifications.db.rows(`UPDATE idv.session SET claimed_until = now() WHERE session_id = $1`, [
        session.sessionId,
      ]);
      expect([await queue(reviewer, 'none'), await queue(reviewer, 'mine')]).toEqual([1, 0]);
      expect((await decide(session, other)).body).toMatchObject({ status: 'VERIFIED', final: true });
      expect((await claim(session, reviewer)).body).toMatchObject({
        code: 'idv/review-decided',
        sessionStatus: 'VERIFIED',
      });
      expect((await verifications.current(session)).claimedBy).toBeNull();
    });
  });

  describe('Evidence that is removed early', () => {
    it('is gone for good, and others are told', async () => {
      const session = await verifications.optedIn();
      const remove = () => raw(`${pathOf(session)}/evidence`, security, 'DELETE');
      expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
      const { body } = await reviewer.get(pathOf(session));
      expect([body.status, body.evidenceUntil, body.findings.pictures, body.findings.fields]).toEqual([
        'VERIFIED',
        null,
        [],
        [],
      ]);
      expect((await eventsOf(session)).filter(({ kind }) => kind === 'evidence-removed')).toHaveLength(1);
      expect((await auditedOf(session)).map(({ kind }) => kind)).toContain('idv.evidence-removed');
    });

    it('is not, while somebody still needs it', async () => {
      const session = await verifications.inReview();
      const answer = await raw(`${pathOf(session)}/evidence`, security, 'DELETE');
      expect(await answer.json()).toMatchObject({ code: 'idv/evidence-in-use', sessionStatus: 'REVIEW' });
      expect((await raw(`${pathOf(session)}/evidence`, reviewer, 'DELETE')).status).toBe(403);
    });
  });
});
