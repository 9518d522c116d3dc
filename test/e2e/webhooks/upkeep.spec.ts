import { gate, until } from '../../integration/support/until.js';
import { DAY, moveClock } from '../../support/clock.js';
import { performJob } from '../../support/jobs.js';
import { AuditLog } from '../../../src/audit/contract/index.js';
import { Webhook } from 'standardwebhooks';
import { answering } from '../../support/webhook-receiver.js';
import { LIVE, type Endpoint } from '../../support/webhooks.js';
import { scene } from './scene.js';

const signal = new AbortController().signal;
const HOUR = 3_600_000;
const HASTENED = 'webhooks.delivery-hastened';

/** More of the same, with ids of the same time. */
const COPIED = `
  INSERT INTO shared.webhook_delivery
  SELECT made.* FROM shared.webhook_delivery d, generate_series(1, $2::int) AS n, jsonb_populate_record(d,
    jsonb_build_object('delivery_id', left(d.delivery_id::text, 24) || lpad(to_hex(n), 12, '0'))) AS made
  WHERE d.endpoint_id = $1`;

describe('Webhooks: upkeep', () => {
  const settled = async (endpoint: Endpoint, status: string) => {
    await until(async () => (await scene().statuses(endpoint))[0] === status);
  };
  const failedOnce = async () => {
    const { receiver, endpoint } = await scene().listening();
    receiver.answer = answering(500);
    await scene().emit();
    await until(async () => (await scene().deliveries(endpoint))[0]?.nextAttemptAt !== null);
    await until(async () => (await scene().deliveries(endpoint))[0].attempts.length === 1);
    return { receiver, endpoint };
  };
  const rowsOf = async ({ endpointId }: Endpoint, table: string, column: string) =>
    (await scene().db.rows(`SELECT FROM shared.${table} WHERE ${column} = $1`, [endpointId])).length;

  const jobOf = (deliveryId: string) =>
    scene().db.one<{ attempts: number; lease: string | null }>(
      'SELECT attempts, lease FROM shared.job WHERE dedupe_key = $1',
      [deliveryId],
    );
  /** As time would: the newest try lies a while back. */
  const rested = (deliveryId: string) =>
    scene().db.rows(
      `UPDATE shared.webhook_delivery SET attempts = replace(attempts::text, left(attempts->-1->>'at', 10), '2026-01-01')::jsonb
       WHERE delivery_id = $1`,
      [deliveryId],
    );
  const leftAlone = ({ endpointId }: Endpoint) =>
    scene().db.rows(
      `INSERT INTO shared.job_lane_hold (kind, lane, until)
       VALUES ('shared/deliver-webhook', $1, now() + interval '1 hour')
       ON CONFLICT (kind, lane) DO UPDATE SET until = excluded.until`,
      [endpointId],
    );

  describe('A delivery', () => {
    it('that waited for too long has failed, whatever was tried', async () => {
      const { endpoint } = await failedOnce();
      const perform = () => performJob(scene().running.app, 'shared/give-up-webhooks', {}, { signal });
      await perform();
      expect(await scene().statuses(endpoint)).toEqual(['waiting']);
      await scene().db.rows('UPDATE shared.webhook_delivery SET given_up_at = now()');
      await perform();
      const [delivery] = await scene().deliveries(endpoint);
      expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null });
      expect(delivery.attempts.map(({ error }: { error: string }) => error)).toEqual(['status', 'expired']);
      expect(await rowsOf(endpoint, 'job', 'lane')).toBe(0);
    });

    it('is deleted when its retention ends, but not while it waits', async () => {
      const { receiver, endpoint } = await failedOnce();
      const performIn = async (days: number) => {
        const { app } = scene().running;
        moveClock(app, days * DAY);
        await performJob(app, 'shared/purge-webhooks', {}, { signal });
        moveClock(app, -days * DAY);
      };
      await performIn(31);
      expect(await scene().statuses(endpoint)).toEqual(['waiting']);
      receiver.answer = answering(204);
      await scene().makeDue(endpoint);
      await settled(endpoint, 'delivered');
      await performIn(29);
      expect(await scene().statuses(endpoint)).toEqual(['delivered']);
      await scene().db.rows(COPIED, [endpoint.endpointId, 2_500]);
      await performIn(31);
      expect(await rowsOf(endpoint, 'webhook_delivery', 'endpoint_id')).toBe(0);
    });

    it('that has failed or succeeded is replayed with the same id; one that waits is not', async () => {
      const { receiver, endpoint } = await failedOnce();
      const [{ deliveryId }] = await scene().deliveries(endpoint);
      const replay = () => scene().portal.post(`${endpoint.path}/deliveries/${deliveryId}/replay`);
      expect(await replay()).toMatchObject({ status: 409, body: { code: 'webhooks/still-waiting' } });
      receiver.answer = answering(204);
      await scene().makeDue(endpoint);
      await settled(endpoint, 'delivered');
      expect(await replay()).toMatchObject({ status: 202, body: { deliveryId, status: 'waiting' } });
      await receiver.received(3);
      await settled(endpoint, 'delivered');
      expect(new Set(receiver.ids).size).toBe(1);
      const unknown = await scene().portal.post(`${endpoint.path}/deliveries/${endpoint.endpointId}/replay`);
      expect(unknown).toMatchObject({ status: 404, body: { code: 'webhooks/delivery-not-found' } });
    });

    it('that waits is tried at once, first of its endpoint, and with one try more than it has', async () => {
      const { receiver, endpoint } = await failedOnce();
      const [{ deliveryId }] = await scene().deliveries(endpoint);
      const tryNow = () => scene().portal.post(`${endpoint.path}/deliveries/${deliveryId}/tryNow`);
      const attempts = async () => (await jobOf(deliveryId))?.attempts;
      await scene().db.rows(`UPDATE shared.job SET due_at = now() + interval '1 hour' WHERE lane = $1`, [
        endpoint.endpointId,
      ]);
      const soon = await tryNow();
      expect(soon).toMatchObject({ status: 429, body: { code: 'webhooks/tried-just-now' } });
      expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(0);
      await rested(deliveryId);
      await leftAlone(endpoint);
      const [hold] = await scene().db.rows<{ until: Date }>(
        `UPDATE shared.job_lane_hold SET until = now() + interval '2 hours' WHERE lane = $1 RETURNING until`,
        [endpoint.endpointId],
      );
      expect((await scene().deliveries(endpoint))[0].nextAttemptAt).toBe(hold?.until.toISOString());
      const before = await attempts();
      expect(await tryNow()).toMatchObject({ status: 202, body: { deliveryId, status: 'waiting' } });
      await receiver.received(2);
      await until(async () => (await scene().deliveries(endpoint))[0].attempts.length === 2);
      await until(async () => (await jobOf(deliveryId))?.lease === null);
      expect(await attempts()).toBe(before);

      receiver.answer = answering(204);
      await rested(deliveryId);
      await scene().db.rows('UPDATE shared.job_lane_hold SET until = now()');
      await scene().db.rows(`UPDATE shared.job SET due_at = now() + interval '1 hour' WHERE lane = $1`, [
        endpoint.endpointId,
      ]);
      expect((await tryNow()).status).toBe(202);
      await settled(endpoint, 'delivered');
      expect(await tryNow()).toMatchObject({ status: 409, body: { code: 'webhooks/not-waiting' } });
      const entries = await scene()
        .running.app.get(AuditLog)
        .list({ tenant: LIVE, kinds: [HASTENED] }, 10);
      expect(entries.entries.map(({ details }) => details)).toEqual([
        { endpointId: endpoint.endpointId, deliveryId },
        { endpointId: endpoint.endpointId, deliveryId },
      ]);
    });

    it('that is asked to be tried while it is being tried, or by many at once, is tried once', async () => {
      const { receiver, endpoint } = await failedOnce();
      const [{ deliveryId }] = await scene().deliveries(endpoint);
      const held = gate();
      receiver.answer = (_webhook, response) => void held.passed.then(() => response.writeHead(204).end());
      await scene().db.rows(`UPDATE shared.job SET due_at = now() + interval '1 hour' WHERE lane = $1`, [
        endpoint.endpointId,
      ]);
      await rested(deliveryId);
      const tryNow = () => scene().portal.post(`${endpoint.path}/deliveries/${deliveryId}/tryNow`);
      const answers = await Promise.all([tryNow(), tryNow(), tryNow(), tryNow()]);
      await receiver.received(2);
      answers.push(await tryNow());
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
      held.open();
      await settled(endpoint, 'delivered');
      expect(receiver.got).toHaveLength(2);
    });

    describe('that is replayed while its endpoint is left alone', () => {
      const held = async (secondsAgo: number) => {
        const { receiver, endpoint } = await failedOnce();
        await scene().emit({ n: 2 });
        await receiver.received(2);
        await until(async () => (await scene().deliveries(endpoint)).every(({ attempts }) => attempts.length === 1));
        const [other, { deliveryId }] = await scene().deliveries(endpoint);
        const { db } = scene();
        await db.rows(`DELETE FROM shared.job WHERE dedupe_key = $1`, [deliveryId]);
        await db.rows(`UPDATE shared.webhook_delivery SET status = 'failed' WHERE delivery_id = $1`, [deliveryId]);
        await db.rows(`UPDATE shared.webhook_endpoint SET failures = 20 WHERE endpoint_id = $1`, [endpoint.endpointId]);
        const left = 900 - secondsAgo;
        await db.rows(
          `INSERT INTO shared.job_lane_hold (kind, lane, until)
           VALUES ('shared/deliver-webhook', $1, now() + $2 * interval '1 second')`,
          [endpoint.endpointId, left],
        );
        await db.rows(`UPDATE shared.job SET due_at = now() - interval '1 hour' WHERE lane = $1`, [
          endpoint.endpointId,
        ]);
        return { receiver, endpoint, deliveryId, other: other.deliveryId as string };
      };
      const replay = (endpoint: Endpoint, deliveryId: string) =>
        scene().portal.post(`${endpoint.path}/deliveries/${deliveryId}/replay`);
      const numbers = (bodies: readonly { body: string }[]) =>
        bodies.map(({ body }) => (JSON.parse(body) as { data: { n: number } }).data.n);

      it('goes first, and alone when it fails', async () => {
        const { receiver, endpoint, deliveryId } = await held(11);
        expect((await replay(endpoint, deliveryId)).status).toBe(202);
        await receiver.received(3);
        await until(async () => (await rowsOf(endpoint, 'job_lane_hold', 'lane')) === 1);
        await until(async () => (await jobOf(deliveryId))?.lease === null);
        expect(numbers(receiver.got).slice(2)).toEqual([1]);
      });

      it('is followed by what waits when it succeeds', async () => {
        const { receiver, endpoint, deliveryId } = await held(60);
        receiver.answer = answering(204);
        expect((await replay(endpoint, deliveryId)).status).toBe(202);
        await receiver.received(4);
        expect(numbers(receiver.got).slice(2)).toEqual([1, 2]);
      });

      it('is replayed once when several ask at once', async () => {
        const { receiver, endpoint, deliveryId } = await held(60);
        const waiting = gate();
        receiver.answer = (_webhook, response) => void waiting.passed.then(() => response.writeHead(204).end());
        const answers = await Promise.all([1, 2, 3].map(() => replay(endpoint, deliveryId)));
        expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
        waiting.open();
        await receiver.received(4);
        expect(numbers(receiver.got).slice(2)).toEqual([1, 2]);
      });

      it('waits where the endpoint was tried just now, and so do all that have failed', async () => {
        const one = await held(5);
        expect(await replay(one.endpoint, one.deliveryId)).toMatchObject({ status: 202, body: { status: 'waiting' } });
        const many = await held(600);
        const since = new Date(Date.now() - HOUR).toISOString();
        const { body } = await scene().portal.post(`${many.endpoint.path}/replayFailed`, { since });
        expect(body).toEqual({ replayed: 1 });
        const { receiver: third } = await scene().listening();
        await scene().emit({ n: 3 });
        await third.received(1);
        expect([one.receiver.got.length, many.receiver.got.length]).toEqual([2, 2]);
      });
    });

    it('is listed newest first, in pages, by status', async () => {
      const { endpoint } = await scene().listening();
      for (let n = 0; n < 5; n++) await scene().emit({ n });
      await until(async () => (await scene().statuses(endpoint)).every((status) => status === 'delivered'));
      const first = await scene().portal.get(`${endpoint.path}/deliveries?limit=3&status=delivered`);
      const next = await scene().portal.get(
        `${endpoint.path}/deliveries?limit=3&status=delivered&cursor=${first.body.next}`,
      );
      const ids = [...first.body.deliveries, ...next.body.deliveries].map(({ deliveryId }) => deliveryId as string);
      expect(ids).toHaveLength(5);
      expect(ids).toEqual([...ids].sort().reverse());
      expect(next.body.next).toBeNull();
      expect(await scene().deliveries(endpoint, '?status=failed')).toEqual([]);
    });
  });

  describe('An endpoint', () => {
    it('that is removed in mid delivery is forgotten, and its receiver called no more', async () => {
      const held = gate();
      const { receiver, endpoint } = await scene().listening();
      receiver.answer = (_webhook, response) => void held.passed.then(() => response.writeHead(500).end());
      await scene().emitMany(30);
      await receiver.received(4);
      expect((await scene().portal.delete(endpoint.path)).status).toBe(204);
      held.open();
      await until(async () => {
        await scene().makeDue(endpoint);
        return (await rowsOf(endpoint, 'job', 'lane')) === 0;
      });
      await until(async () => (await rowsOf(endpoint, 'webhook_delivery', 'endpoint_id')) === 0);
      expect(receiver.got).toHaveLength(4);
      expect(await rowsOf(endpoint, 'job_lane_hold', 'lane')).toBe(0);
    });

    it('that is disabled is told of nothing, and what waited for it can be replayed', async () => {
      const { receiver, endpoint } = await failedOnce();
      await scene().portal.patch(endpoint.path, { enabled: false });
      await scene().emit({ n: 2 });
      await scene().makeDue(endpoint);
      await settled(endpoint, 'failed');
      for (const path of ['test', 'replayFailed']) {
        const refused = await scene().portal.post(`${endpoint.path}/${path}`, { since: '2026-01-01T00:00:00Z' });
        expect(refused).toMatchObject({ status: 409, body: { code: 'webhooks/endpoint-disabled' } });
      }
      await scene().portal.patch(endpoint.path, { enabled: true });
      receiver.answer = answering(204);
      const later = new Date(Date.now() + HOUR).toISOString();
      expect((await scene().portal.post(`${endpoint.path}/replayFailed`, { since: later })).body).toEqual({
        replayed: 0,
      });
      const since = new Date(Date.now() - HOUR).toISOString();
      expect((await scene().portal.post(`${endpoint.path}/replayFailed`, { since })).body).toEqual({ replayed: 1 });
      await settled(endpoint, 'delivered');
    });

    it('is tried by a test message', async () => {
      const receiver = await scene().receiver();
      const endpoint = await scene().register(receiver.url, []);
      const { status, body } = await scene().portal.post(`${endpoint.path}/test`);
      expect({ status, body }).toMatchObject({ status: 202, body: { type: 'webhook.test', attempts: [] } });
      const [webhook] = await receiver.received(1);
      expect(new Webhook(endpoint.secret).verify(webhook!.body, webhook!.headers)).toMatchObject({
        type: 'webhook.test',
        data: { endpointId: endpoint.endpointId, test: false },
      });
    });
  });

  describe('A clock that is wrong by an hour', () => {
    it('has receivers refuse until it is right again; then the same message is taken', async () => {
      const { receiver, endpoint } = await scene().listening();
      receiver.answer = (webhook, response, request) => {
        try {
          new Webhook(endpoint.secret).verify(webhook.body, webhook.headers);
          answering(204)(webhook, response, request);
        } catch {
          answering(401)(webhook, response, request);
        }
      };
      moveClock(scene().running.app, HOUR);
      await scene().emit();
      await receiver.received(1);
      moveClock(scene().running.app, -HOUR);
      await until(async () => (await scene().deliveries(endpoint))[0].attempts[0]?.status === 401);
      await until(async () => {
        await scene().makeDue(endpoint);
        return (await scene().statuses(endpoint))[0] === 'delivered';
      });
      expect(new Set(receiver.ids).size).toBe(1);
    });
  });
});
