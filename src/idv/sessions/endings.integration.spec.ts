import { jest } from '@jest/globals';
import { VerificationEligibility } from '../web-tokens/verification-eligibility.service.js';
import { Sessions } from '../steps/sessions.service.js';
import { Database } from '../../shared/persistence/index.js';
import { OutboxRelay } from '../../shared/events/index.js';
import { SessionChanges } from './session-changes.service.js';
import { moveClock } from '../../../test/support/clock.js';
import { idvPortalOf, type IdvPortal } from '../../../test/support/idv-portal.js';
import { IdvVisitor } from '../../../test/support/idv-visitor.js';
import { performJob } from '../../../test/support/jobs.js';
import { poison, setAsideOf } from '../../../test/support/poison.js';
import { WebhookReceiver } from '../../../test/support/webhook-receiver.js';
import { running } from '../../../test/e2e/idv/running.js';

const MINUTE = 60_000;
const expired = { name: 'idv/expired' };

describe('Endings', () => {
  let portal: IdvPortal;
  beforeAll(async () => {
    portal = await idvPortalOf(running());
  });

  const begin = async (userId: string, fields: object = {}) => {
    const token = await portal.token(await portal.enrol(userId), fields);
    return { token, visitor: await IdvVisitor.start(running(), token) };
  };
  /** Moves the clock forward only while `work` runs, so that the access tokens of later API calls do not expire. */
  const later = async <T>(minutes: number, work: () => Promise<T>): Promise<T> => {
    moveClock(running().app, minutes * MINUTE);
    try {
      return await work();
    } finally {
      moveClock(running().app, -minutes * MINUTE);
    }
  };
  const sweep = () => performJob(running().app, 'idv/close-expired');
  const statusOf = async (token: string) => (await portal.result(token)).body.status as string;

  describe('Time', () => {
    it('is up when nobody has started: the link is void, whether or not a sweep has run', async () => {
      const token = await portal.token(await portal.enrol('x1'), { expiresIn: 60 });
      const sessions = running().app.get(Sessions);
      await later(2, async () => {
        await expect(sessions.start(token)).rejects.toMatchObject(expired);
        expect(await sessions.byToken(token)).toMatchObject({ status: 'EXPIRED', step: 'done' });
      });
      expect((await portal.result(token)).body).toMatchObject({ status: 'EXPIRED', reasons: [] });
    });

    it('is half an hour without anything done, and each step begins it anew', async () => {
      const { token, visitor } = await begin('x2');
      await later(29, () => visitor.consent());
      await later(58, () => visitor.choose());
      await later(58 + 31, () => expect(visitor.picture()).rejects.toMatchObject({ name: 'idv/wrong-step' }));
      expect(await statusOf(token)).toBe('EXPIRED');
    });

    it('is lengthened by who asks for it, without another change', async () => {
      const { visitor } = await begin('x3');
      const { version } = await visitor.session();
      const until = await later(29, () => visitor.extend());
      expect(until.getTime() - Date.now()).toBeGreaterThan(58 * MINUTE);
      await later(58, async () => {
        expect(await visitor.session()).toMatchObject({ status: 'IN_PROGRESS', version });
        await visitor.consent();
      });
    });

    it('is a day at most, whatever is done', async () => {
      const { visitor } = await begin('x4');
      for (let minutes = 25; minutes < 24 * 60; minutes += 25) await later(minutes, () => visitor.extend());
      const { startedAt, expiresAt } = await visitor.session();
      expect(expiresAt.getTime() - startedAt!.getTime()).toBe(24 * 60 * MINUTE);
      await later(24 * 60, async () => {
        expect(await visitor.session()).toMatchObject({ status: 'EXPIRED' });
        await expect(visitor.extend()).rejects.toMatchObject({ name: 'idv/wrong-step' });
      });
    });

    it('is up while a step is on its way: the change is refused, and the session closed', async () => {
      const { token, visitor } = await begin('x5');
      const { ref } = await visitor.session();
      const changes = running().app.get(SessionChanges);
      await later(31, () => expect(changes.change(ref, () => 'never')).rejects.toMatchObject(expired));
      expect(await statusOf(token)).toBe('EXPIRED');
    });

    it('is looked after by a sweep, which leaves reviews and what is over alone', async () => {
      const waiting = await portal.token(await portal.enrol('x6'));
      const { token: done, visitor } = await begin('x7', { payload: { simulate: 'VERIFIED' } });
      await visitor.simulate();
      await later(16, sweep);
      const statuses = await running()
        .app.get(Database)
        .rows<{ user: string; status: string }>(
          `SELECT user_id AS user, status FROM idv.session WHERE user_id IN ('x6', 'x7') ORDER BY 1`,
        );
      expect(statuses.map(({ status }) => status)).toEqual(['EXPIRED', 'VERIFIED']);
      expect([await statusOf(waiting), await statusOf(done)]).toEqual(['EXPIRED', 'VERIFIED']);
    });

    it('closes the others when a session cannot be closed', async () => {
      const db = running().app.get(Database);
      const tokens: string[] = [];
      for (const userId of ['x9', 'x10'])
        tokens.push(await portal.token(await portal.enrol(userId), { expiresIn: 60 }));
      const [row] = await db.rows<{ id: string }>(`SELECT session_id AS id FROM idv.session WHERE user_id = 'x9'`);
      const heal = await poison(db, 'idv.session', 'session_id', row!.id);
      await later(2, sweep);
      await heal();
      const open = await db.rows(
        `SELECT user_id FROM idv.session WHERE user_id IN ('x9', 'x10') AND status = 'PENDING'`,
      );
      expect(open).toEqual([{ user_id: 'x9' }]);
      expect(await setAsideOf(db, 'idv/close-expired')).toEqual([{ id: row!.id, tries: 1 }]);
      expect(await statusOf(tokens[1]!)).toBe('EXPIRED');
    });

    it('that is up is told as EXPIRED when a newer session is opened, not as CANCELLED', async () => {
      const token = await portal.token(await portal.enrol('x8'), { expiresIn: 60 });
      await running().app.get(Database).rows(`UPDATE idv.session SET expires_at = now() WHERE user_id = 'x8'`);
      await portal.token('x8');
      expect(await statusOf(token)).toBe('EXPIRED');
    });
  });

  describe('A user who may no longer be verified', () => {
    it.each(['BLOCKED', 'DELETED', 'PAUSED'])('has no open session: %s cancels it', async (status) => {
      const userId = `gone-${status.toLowerCase()}`;
      const token = await portal.token(await portal.enrol(userId, { preferredStatus: 'CREATED' }));
      const visitor = await IdvVisitor.start(running(), token);
      expect((await portal.api.put(`/v1/users/${userId}/status`, { status })).status).toBe(200);
      await running().app.get(OutboxRelay).idle();
      expect(await statusOf(token)).toBe('CANCELLED');
      await expect(visitor.consent()).rejects.toMatchObject({ name: 'idv/wrong-step' });
    });

    it('has no open session either when it was opened while the status changed', async () => {
      const token = await portal.token(await portal.enrol('gone-at-once', { preferredStatus: 'CREATED' }));
      const opened = `UPDATE idv.session SET created_at = now() + interval '1 minute' WHERE user_id = 'gone-at-once'`;
      await running().app.get(Database).rows(opened);
      await portal.api.put('/v1/users/gone-at-once/status', { status: 'BLOCKED' });
      await running().app.get(OutboxRelay).idle();
      expect(await statusOf(token)).toBe('CANCELLED');
    });

    it('gets no session that was asked for just before', async () => {
      const userId = await portal.enrol('gone-before', { preferredStatus: 'CREATED' });
      const candidates = running().app.get(VerificationEligibility);
      const find = candidates.find.bind(candidates);
      const asked = jest.spyOn(candidates, 'find').mockImplementation(async (...given) => {
        const found = await find(...given);
        await portal.api.put(`/v1/users/${userId}/status`, { status: 'BLOCKED' });
        await running().app.get(OutboxRelay).idle();
        return found;
      });
      const refused = { status: 409, body: { code: 'idv/user-not-eligible', userStatus: 'BLOCKED' } };
      expect(await portal.open(userId)).toMatchObject(refused);
      asked.mockRestore();
    });

    it('may be sent anew once the status allows it: a session that was opened since then is left alone', async () => {
      const token = await portal.token(await portal.enrol('goes-on', { preferredStatus: 'CREATED' }));
      await portal.api.put('/v1/users/goes-on/status', { status: 'PAUSED' });
      await running().app.get(OutboxRelay).idle();
      await portal.api.put('/v1/users/goes-on/status', { status: 'UNPAUSE' });
      const again = await portal.token('goes-on');
      await running().app.get(OutboxRelay).idle();
      expect([await statusOf(token), await statusOf(again)]).toEqual(['CANCELLED', 'PENDING']);
    });
  });

  describe('The end', () => {
    it('is known to the users before the answer: CREATED follows at once', async () => {
      const { visitor } = await begin('y1');
      await visitor.toOptIn();
      expect((await portal.complete('y1')).status).toBe(409);
      await visitor.optIn();
      expect((await portal.complete('y1')).body).toMatchObject({ status: 'CREATED' });
    });

    it('is found by who asks for CREATED when its process died before it told', async () => {
      const { visitor } = await begin('y2');
      await visitor.toOptIn();
      const relay = running().app.get(OutboxRelay);
      const deliver = relay.afterCommit.bind(relay);
      relay.afterCommit = () => Promise.resolve();
      try {
        await visitor.optIn();
      } finally {
        relay.afterCommit = deliver;
      }
      expect((await portal.complete('y2')).body).toMatchObject({ status: 'CREATED' });
    });

    it('is undone with all that it would have told when its transaction fails', async () => {
      const { token, visitor } = await begin('y3');
      await visitor.toOptIn();
      const { ref } = await visitor.session();
      const failing = running()
        .app.get(SessionChanges)
        .change(ref, (session, now) => {
          session.decideOptIn(false, false, now);
          return Promise.reject(new Error('the process broke'));
        });
      await expect(failing).rejects.toThrow('the process broke');
      expect(await statusOf(token)).toBe('IN_PROGRESS');
      expect(await visitor.optIn()).toEqual({ final: 'VERIFIED' });
    });

    it('is audited about the person, without the id that opens the session', async () => {
      const { token, visitor } = await begin('y4');
      await visitor.cancel();
      const rows = await running()
        .app.get(Database)
        .rows<{ kind: string; details: Record<string, unknown> }>(
          `SELECT e.kind, e.details FROM shared.audit_entry e JOIN shared.audit_alias a ON a.alias = e.subject_alias
           JOIN users."user" u ON u.sub::text = a.subject WHERE u.user_id = 'y4' AND e.kind LIKE 'idv.%' ORDER BY e.id`,
        );
      expect(rows.map(({ kind, details }) => [kind, details['from'], details['to']])).toEqual([
        ['idv.session-opened', undefined, undefined],
        ['idv.session-status-changed', 'PENDING', 'IN_PROGRESS'],
        ['idv.session-status-changed', 'IN_PROGRESS', 'CANCELLED'],
      ]);
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    it('is told to who has subscribed, in the transaction of the change', async () => {
      const receiver = await WebhookReceiver.start();
      const scopes = ['webhooks:read', 'webhooks:write'];
      const subscriber = await idvPortalOf(running(), { scopes });
      const eventTypes = ['idv.finished', 'idv.review_required'];
      const { status } = await subscriber.api.post('/v1/webhookEndpoints', { url: receiver.url, eventTypes });
      expect(status).toBe(201);
      const payload = { simulate: 'SELFIE_FAILED', reasons: ['liveness_failed'], order: 9 };
      const { token, visitor } = await begin('y5', { payload });
      await visitor.simulate();
      const [webhook] = await receiver.received(1);
      expect(JSON.parse(webhook!.body)).toEqual({
        type: 'idv.finished',
        timestamp: expect.stringMatching(/Z$/),
        data: {
          web_session_id: token,
          userId: 'y5',
          status: 'SELFIE_FAILED',
          reasons: ['liveness_failed'],
          timestamp: (await portal.result(token)).body.timestamp,
          payload,
          test: true,
        },
      });
      await receiver.close();
    });

    it('is put off while a person has to decide, which is told too: first that, then the end', async () => {
      const receiver = await WebhookReceiver.start();
      const subscriber = await idvPortalOf(running(), { scopes: ['webhooks:read', 'webhooks:write'] });
      const eventTypes = ['idv.finished', 'idv.review_required'];
      await subscriber.api.post('/v1/webhookEndpoints', { url: receiver.url, eventTypes });
      const { token, visitor } = await begin('y6', { payload: { order: 10 } });
      await visitor.toOptIn();
      await running().app.get(Database).rows(`UPDATE idv.session SET doubts = '{face_mismatch}' WHERE user_id = 'y6'`);
      await visitor.optIn();
      const [review] = await receiver.received(1);
      const { timestamp } = (await portal.result(token)).body;
      const about = { web_session_id: token, userId: 'y6', payload: { order: 10 }, test: true };
      expect(JSON.parse(review!.body)).toEqual({
        type: 'idv.review_required',
        timestamp: expect.stringMatching(/Z$/),
        data: { ...about, status: 'REVIEW', reasons: ['face_mismatch'], timestamp },
      });
      await portal.cancel(token);
      const [, finished] = await receiver.received(2);
      expect(JSON.parse(finished!.body)).toMatchObject({
        type: 'idv.finished',
        data: { ...about, status: 'CANCELLED' },
      });
      await receiver.close();
    });
  });

  describe('The id of a session', () => {
    it('is in no table as it is, nor in the metrics', async () => {
      const { token } = await begin('z1');
      await portal.result(token);
      await portal.cancel(token);
      const metrics = await (await fetch(running().url('ops', '/metrics'))).text();
      expect(metrics).toContain('/v1/idvWebTokens/:web_session_id');
      expect(metrics).not.toContain(token);
      const db = running().app.get(Database);
      const tables = await db.rows<{ name: string }>(
        `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
         WHERE table_schema IN ('idv', 'users', 'auth', 'shared') AND table_type = 'BASE TABLE'`,
      );
      for (const { name } of tables) {
        const found = await db.rows(`SELECT 1 FROM ${name} AS t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`, [token]);
        expect({ name, found: found.length }).toEqual({ name, found: 0 });
      }
    });
  });
});
