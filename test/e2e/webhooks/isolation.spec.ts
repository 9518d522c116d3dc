import { until } from '../../integration/support/until.js';
import { answering } from '../../support/webhook-receiver.js';
import type { Endpoint } from '../../support/webhooks.js';
import { AuditLog } from '../../../src/audit/contract/index.js';
import { LIVE } from '../../support/webhooks.js';
import { scene } from './scene.js';

describe('Webhooks: isolation', () => {
  const holdOf = async ({ endpointId }: Endpoint): Promise<number | undefined> => {
    const [row] = await scene().db.rows<{ seconds: number }>(
      'SELECT extract(epoch FROM until - now())::float8 AS seconds FROM shared.job_lane_hold WHERE lane = $1',
      [endpointId],
    );
    return row?.seconds;
  };
  const endHold = ({ endpointId }: Endpoint) =>
    scene().db.rows('UPDATE shared.job_lane_hold SET until = now() WHERE lane = $1', [endpointId]);
  const tries = async (endpoint: Endpoint): Promise<number> => {
    const [row] = await scene().db.rows<{ failures: number }>(
      'SELECT failures FROM shared.webhook_endpoint WHERE endpoint_id = $1',
      [endpoint.endpointId],
    );
    return row?.failures ?? 0;
  };

  describe('An endpoint that hangs', () => {
    it('does not delay other endpoints, even with a thousand waiting deliveries', async () => {
      const hanging = await scene().listening();
      let [open, most] = [0, 0];
      hanging.receiver.answer = (_webhook, response) => {
        most = Math.max(most, ++open);
        response.on('close', () => open--);
      };
      await scene().emitMany(1_000);
      await hanging.receiver.received(4);
      const others = [await scene().listening(), await scene().listening(), await scene().listening()];
      for (let n = 0; n < 40; n++) await scene().emit({ n });
      await Promise.all(others.map(({ receiver }) => receiver.received(40)));
      expect(most).toBe(4);
    });
  });

  describe('The circuit breaker of an endpoint', () => {
    it('opens after three failures in a row, for longer and longer, and lets one try through at a time', async () => {
      const { receiver, endpoint } = await scene().listening();
      receiver.answer = answering(500);
      await scene().emitMany(50);
      await until(async () => (await holdOf(endpoint)) !== undefined);
      await until(async () => (await scene().underWay(endpoint)) === 0);
      const failed = await tries(endpoint);
      expect(receiver.got).toHaveLength(failed);
      expect(failed).toBeLessThan(8); // three, and what was under way
      for (let more = 1; more <= 3; more++) {
        await endHold(endpoint);
        await until(async () => (await tries(endpoint)) === failed + more);
        const seconds = 10 * 2 ** (failed + more - 3);
        expect(await holdOf(endpoint)).toBeGreaterThan(seconds - 5);
        expect(await holdOf(endpoint)).toBeLessThanOrEqual(seconds);
        expect(receiver.got).toHaveLength(failed + more);
      }
    });

    it('closes with the first success, and everything flows again', async () => {
      const { receiver, endpoint } = await scene().listening();
      receiver.answer = answering(500);
      await scene().emitMany(50);
      await until(async () => (await holdOf(endpoint)) !== undefined);
      receiver.answer = answering(204);
      await until(async () => (await scene().underWay(endpoint)) === 0);
      await scene().makeDue(endpoint);
      await until(async () => (await scene().statuses(endpoint)).every((status) => status === 'delivered'));
      expect(await holdOf(endpoint)).toBeUndefined();
      expect((await scene().portal.get(endpoint.path)).body).toMatchObject({ failingSinceTs: null });
    });

    it('is reset when the enterprise changes the endpoint', async () => {
      const { receiver, endpoint } = await scene().listening();
      receiver.answer = answering(500);
      await scene().emitMany(10);
      await until(async () => (await holdOf(endpoint)) !== undefined);
      await until(async () => (await scene().underWay(endpoint)) === 0);
      const repaired = await scene().receiver();
      const { body } = await scene().portal.patch(endpoint.path, { url: repaired.url });
      expect(body).toMatchObject({ failingSinceTs: null });
      await scene().makeDue(endpoint);
      await repaired.received(10);
    });

    it('counts held deliveries separately from overdue ones', async () => {
      const { receiver, endpoint } = await scene().listening();
      receiver.answer = answering(500);
      await scene().emitMany(10);
      await until(async () => (await holdOf(endpoint)) !== undefined);
      await until(async () => (await scene().underWay(endpoint)) === 0);
      const metrics = await (await fetch(scene().running.url('ops', '/metrics'))).text();
      expect(metrics).toMatch(/countersign_jobs\{kind="shared\/deliver-webhook",state="held"\} 10\n/);
      expect(metrics).toMatch(/countersign_jobs_overdue_seconds\{kind="shared\/deliver-webhook"\} 0\n/);
      expect(metrics).toMatch(/countersign_webhook_endpoints\{state="held"\} 1\n/);
    });
  });

  describe('An endpoint that fails for days', () => {
    const failingFor = async (days: number, failures: number) => {
      const { receiver, endpoint } = await scene().listening();
      receiver.answer = answering(500);
      await scene().db.rows(
        `UPDATE shared.webhook_endpoint SET failures = $2, failing_since = now() - $3 * interval '1 day' WHERE endpoint_id = $1`,
        [endpoint.endpointId, failures - 1, days],
      );
      await scene().emit();
      await until(async () => (await tries(endpoint)) === failures);
      return endpoint;
    };

    it('is disabled, and the audit log says so', async () => {
      const { path, endpointId } = await failingFor(5, 20);
      expect((await scene().portal.get(path)).body).toMatchObject({ enabled: false, disabledBy: 'failures' });
      const { entries } = await scene()
        .running.app.get(AuditLog)
        .list({ tenant: LIVE, kinds: ['webhooks.endpoint-disabled'] }, 1);
      expect(entries).toMatchObject([{ actorKind: 'system', details: { endpointId, by: 'failures' } }]);
    });

    it.each([
      [4, 20],
      [6, 19],
    ])('is not disabled after %d days and %d failures', async (days, failures) => {
      const { path } = await failingFor(days, failures);
      expect((await scene().portal.get(path)).body).toMatchObject({ enabled: true, disabledBy: null });
    });
  });
});
