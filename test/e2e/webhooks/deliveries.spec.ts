import { Webhook } from 'standardwebhooks';
import { until } from '../../integration/support/until.js';
import { TestOperator } from '../../support/operators.js';
import { answering } from '../../support/webhook-receiver.js';
import { scene } from './scene.js';

const SCHEDULE = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

describe('Webhooks: deliveries', () => {
  describe('An event', () => {
    it('arrives signed, as the reference library of Standard Webhooks verifies it', async () => {
      const { receiver, endpoint } = await scene().listening();
      await scene().emit({ name: 'Žofie', n: 1 });
      const [webhook] = await receiver.received(1);
      const message = new Webhook(endpoint.secret).verify(webhook!.body, webhook!.headers);
      expect(message).toEqual({
        type: 'testing.happened',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        data: { name: 'Žofie', n: 1 },
      });
      expect(webhook!.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Countersign' });
      expect(() => new Webhook(endpoint.secret).verify(`${webhook!.body} `, webhook!.headers)).toThrow();
      await until(async () => (await scene().statuses(endpoint))[0] === 'delivered');
      const [delivery] = await scene().deliveries(endpoint);
      expect(delivery).toMatchObject({ webhookId: webhook!.id, type: 'testing.happened', nextAttemptAt: null });
      expect(delivery.attempts).toEqual([{ at: expect.any(String), ms: expect.any(Number), status: 204, error: null }]);
    });

    it('arrives at each endpoint that subscribed to it, with one id', async () => {
      const [one, other] = [await scene().listening(), await scene().listening()];
      const third = await scene().receiver();
      await scene().register(third.url, []);
      await scene().emit();
      expect((await one.receiver.received(1))[0]?.id).toBe((await other.receiver.received(1))[0]?.id);
      expect(third.got).toEqual([]);
    });

    it('is tried on the schedule with one id, and then kept as failed', async () => {
      const { receiver, endpoint } = await scene().listening();
      receiver.answer = answering(503);
      await scene().emit();
      for (const [failures, seconds] of SCHEDULE.entries()) {
        await until(async () => (await scene().deliveries(endpoint))[0].attempts.length === failures + 1);
        await until(async () => (await scene().deliveries(endpoint))[0].nextAttemptAt !== null);
        const [{ due }] = (await scene().db.rows<{ due: number }>(
          `SELECT extract(epoch FROM due_at - now())::float8 AS due FROM shared.job WHERE lane = $1`,
          [endpoint.endpointId],
        )) as [{ due: number }];
        expect(due).toBeLessThanOrEqual(seconds);
        expect(due).toBeGreaterThan(seconds - 5);
        await scene().makeDue(endpoint);
      }
      await until(async () => (await scene().statuses(endpoint))[0] === 'failed');
      expect(new Set(receiver.ids).size).toBe(1);
      expect(receiver.got).toHaveLength(8);
      const jobs = () => scene().db.rows('SELECT FROM shared.job WHERE lane = $1', [endpoint.endpointId]);
      await until(async () => (await jobs()).length === 0);
      const [delivery] = await scene().deliveries(endpoint, '?status=failed');
      expect(delivery.attempts).toHaveLength(8);
      expect(delivery.attempts[0]).toMatchObject({ status: 503, error: 'status' });
    });
  });

  describe('A delivery', () => {
    const listed = async (query: string) =>
      (await scene().portal.get(`/v1/webhookDeliveries?${query}`)).body.deliveries as any[];
    const failedOnce = async (text: string | Buffer, data: { n: number; key?: string } = { n: 7 }) => {
      const { receiver, endpoint } = await scene().listening();
      receiver.answer = (_webhook, response) => void response.writeHead(500).end(text);
      await scene().emit(data);
      await until(async () => (await scene().deliveries(endpoint))[0]?.attempts.length === 1);
      const [delivery] = await scene().deliveries(endpoint);
      return { endpoint, delivery, path: `${endpoint.path}/deliveries/${delivery.deliveryId}` };
    };

    it('is opened with what was sent and what the receiver answered, and the audit log knows who looked', async () => {
      const { delivery, path } = await failedOnce('no such order');
      const { status, body } = await scene().portal.get(path);
      expect(status).toBe(200);
      expect(JSON.parse(body.payload)).toMatchObject({ type: 'testing.happened', data: { n: 7 } });
      expect(body.attempts).toEqual([{ ...delivery.attempts[0], status: 500, answer: 'no such order' }]);
      const viewed = await scene().db.rows(
        `SELECT actor_id FROM shared.audit_entry
         WHERE kind = 'webhooks.payload-viewed' AND details->>'deliveryId' = $1`,
        [delivery.deliveryId],
      );
      expect(viewed).toEqual([{ actor_id: scene().portal.clientId }]);
    });

    it('is opened for operators without what opens the pages of a person, and for clients with it', async () => {
      const { path } = await failedOnce('no such session: abc-123', { n: 7, key: 'abc-123' });
      const operator = await TestOperator.with(scene().running, ['support']);
      const { body } = await operator.get(`/api${path}`);
      expect(JSON.parse(body.payload).data).toEqual({ n: 7, key: '•••' });
      expect(body.attempts[0].answer).toBe('no such session: •••');
      expect(JSON.parse((await scene().portal.get(path)).body.payload).data).toEqual({ n: 7, key: 'abc-123' });
    });

    it('keeps 2 KiB of an answer, sealed, and whatever is no text as a sign', async () => {
      const { delivery, path } = await failedOnce(Buffer.concat([Buffer.from([0, 0xff]), Buffer.alloc(5_000, 'x')]));
      const { answer } = (await scene().portal.get(path)).body.attempts[0];
      expect(answer).toBe(`\ufffd\ufffd${'x'.repeat(2_046)}`);
      const [kept] = await scene().db.rows<{ text: string }>(
        `SELECT encode(sealed_text, 'escape') AS text FROM shared.webhook_answer WHERE delivery_id = $1`,
        [delivery.deliveryId],
      );
      expect(kept?.text).not.toContain('xxxx');
    });

    it('is found among those of all endpoints by type, state, endpoint and time', async () => {
      const { endpoint, delivery } = await failedOnce('');
      const { deliveryId } = delivery;
      const ids = async (query: string) => (await listed(query)).map((one) => one.deliveryId);
      expect(await ids(`endpointId=${endpoint.endpointId}`)).toEqual([deliveryId]);
      expect((await ids('limit=200')).slice(0, 1)).toEqual([deliveryId]);
      expect(await ids('type=testing.happened&status=waiting')).toContain(deliveryId);
      expect(await ids(`endpointId=${endpoint.endpointId}&status=delivered`)).toEqual([]);
      expect(await ids(`to=${delivery.createdAt}`)).not.toContain(deliveryId);
      expect(await ids(`from=${delivery.createdAt}`)).toContain(deliveryId);
      expect(await ids('userId=nobody')).toEqual([]);
      const { status } = await scene().portal.get(`/v1/webhookDeliveries?endpointId=${deliveryId}`);
      expect(status).toBe(404);
      await scene().portal.post(`${endpoint.path}/test`);
      const page = await scene().portal.get(`/v1/webhookDeliveries?endpointId=${endpoint.endpointId}&limit=1`);
      const next = await scene().portal.get(
        `/v1/webhookDeliveries?endpointId=${endpoint.endpointId}&limit=1&cursor=${page.body.next}`,
      );
      expect([page.body.deliveries[0].type, next.body.deliveries[0].deliveryId]).toEqual(['webhook.test', deliveryId]);
      expect(next.body.next).toBeNull();
    });

    it('that has failed is counted before it is replayed', async () => {
      const { endpoint, delivery } = await failedOnce('');
      await scene().db.rows(`UPDATE shared.webhook_delivery SET status = 'failed' WHERE delivery_id = $1`, [
        delivery.deliveryId,
      ]);
      const since = delivery.createdAt;
      const counted = await scene().portal.post(`${endpoint.path}/replayFailed`, { since, dryRun: true });
      expect([counted.status, counted.body]).toEqual([202, { replayed: 1 }]);
      expect(await scene().statuses(endpoint)).toEqual(['failed']);
    });
  });
});
