import { Webhook } from 'standardwebhooks';
import { until } from '../../integration/support/until.js';
import { answering } from '../../support/webhook-receiver.js';
import type { WebhookScene } from '../../support/webhooks.js';

const SCHEDULE = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

export const deliveriesCases = (scene: () => WebhookScene): void => {
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
      expect(await scene().db.rows('SELECT FROM shared.job WHERE lane = $1', [endpoint.endpointId])).toEqual([]);
      const [delivery] = await scene().deliveries(endpoint, '?status=failed');
      expect(delivery.attempts).toHaveLength(8);
      expect(delivery.attempts[0]).toMatchObject({ status: 503, error: 'status' });
    });
  });
};
