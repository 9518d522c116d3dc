import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { UnitOfWork } from '../../../src/shared/persistence/index.js';
import { WebhookEndpoint } from '../../../src/webhooks/endpoints/webhook-endpoint.entity.js';
import { MetricsRegistry } from '../../../src/shared/observability/index.js';
import { gate, until } from '../../integration/support/until.js';
import { answering, type WebhookReceiver } from '../../support/webhook-receiver.js';
import type { Endpoint } from '../../support/webhooks.js';
import { scene } from './scene.js';

const MEBIBYTE = Buffer.alloc(1_048_576, 'x');

describe('Webhooks: receivers', () => {
  const firstAttempt = async (endpoint: Endpoint) => {
    await until(async () => (await scene().deliveries(endpoint))[0]?.attempts.length > 0);
    return (await scene().deliveries(endpoint))[0];
  };
  const told = async (answer: WebhookReceiver['answer']) => {
    const { receiver, endpoint } = await scene().listening();
    receiver.answer = answer;
    await scene().emit();
    return { receiver, endpoint, delivery: await firstAttempt(endpoint) };
  };
  const calls = async (outcome: string): Promise<number> => {
    const { values } = await scene()
      .running.app.get(MetricsRegistry)
      .getSingleMetric('countersign_outbound_calls_total')!
      .get();
    return values.find(({ labels }) => labels['purpose'] === 'webhook' && labels['outcome'] === outcome)?.value ?? 0;
  };

  describe('A receiver', () => {
    it('that fails at random gets every event at last, each with one id', async () => {
      const { receiver, endpoint } = await scene().listening();
      const taken = new Set<string>();
      let turn = 0;
      receiver.answer = (webhook, response, request) => {
        if (turn++ % 3 !== 0) taken.add(webhook.id);
        if (turn % 3 === 1) answering(turn % 2 === 0 ? 500 : 429)(webhook, response, request);
        else response.writeHead(200).end('thanks');
      };
      for (let n = 0; n < 60; n++) await scene().emit({ n });
      await until(async () => {
        await scene().makeDue(endpoint);
        return taken.size === 60;
      });
      await until(async () => (await scene().statuses(endpoint)).every((status) => status === 'delivered'));
      const bodies = new Map(
        receiver.got.map(({ id, body }) => [id, (JSON.parse(body) as { data: { n: number } }).data.n]),
      );
      expect([...bodies.values()].sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n));
      expect(receiver.got.length).toBeGreaterThan(60);
      for (const { id, body } of receiver.got)
        expect((JSON.parse(body) as { data: { n: number } }).data.n).toBe(bodies.get(id));
    });

    it('that redirects is not followed', async () => {
      const elsewhere = await scene().receiver();
      const { delivery } = await told(answering(307, { location: elsewhere.url }));
      expect(delivery.attempts[0]).toMatchObject({ status: 307, error: 'status' });
      expect(elsewhere.got).toEqual([]);
    });

    it('that answers without an end is read no further than its limit', async () => {
      let written = 0;
      const { delivery } = await told((_webhook, response) => {
        response.writeHead(200);
        const more = () => {
          if (response.destroyed || written >= 1_024) return;
          written++;
          if (response.write(MEBIBYTE)) setImmediate(more);
          else response.once('drain', more);
        };
        more();
      });
      expect(delivery).toMatchObject({ status: 'waiting', attempts: [{ status: null, error: 'too-large' }] });
      expect(written).toBeLessThan(64);
    });

    it('that drops the connection in mid-answer has not taken it', async () => {
      const { receiver, endpoint, delivery } = await told((_webhook, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('half of');
        setImmediate(() => response.destroy());
      });
      expect(delivery).toMatchObject({ status: 'waiting', attempts: [{ error: 'unreachable' }] });
      receiver.answer = answering(200);
      await scene().makeDue(endpoint);
      await until(async () => (await scene().statuses(endpoint))[0] === 'delivered');
      expect(new Set(receiver.ids).size).toBe(1);
    });

    it('that nobody listens at, or that speaks no HTTP, is unreachable', async () => {
      const mute = createServer((socket) =>
        socket
          .resume()
          .on('error', () => undefined)
          .end('SMTP ready\r\n'),
      );
      await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
      const { port } = mute.address() as AddressInfo;
      const speaking = await scene().register(`http://127.0.0.1:${port}/`);
      const absent = await scene().register('http://127.0.0.1:1/');
      await scene().emit();
      for (const endpoint of [speaking, absent]) {
        expect((await firstAttempt(endpoint)).attempts[0]).toMatchObject({ status: null, error: 'unreachable' });
      }
      await new Promise((resolve) => mute.close(resolve));
    });

    it('whose name leads to a private address is not called', async () => {
      const endpoint = await scene().register('https://bank.example/');
      // Registered while its name led elsewhere: no resolver of a test leads a name of its own to a private address.
      await scene()
        .running.app.get(UnitOfWork)
        .run(async (tx) => {
          const { endpointId } = endpoint;
          const kept = await tx.lock(WebhookEndpoint, { endpointId });
          await tx.save(Object.assign(kept!, { url: 'https://10.0.0.1/' }));
        });
      const before = await calls('refused');
      await scene().emit();
      expect((await firstAttempt(endpoint)).attempts[0]).toMatchObject({ error: 'refused' });
      expect(await calls('refused')).toBe(before + 1);
    });

    it('that answers 410 is left alone for good, until its enterprise enables it again', async () => {
      const { receiver, endpoint } = await told(answering(410));
      await until(async () => (await scene().portal.get(endpoint.path)).body.disabledBy === 'receiver');
      await scene().emit({ n: 2 });
      await scene().makeDue(endpoint);
      await until(async () => (await scene().statuses(endpoint))[0] === 'failed');
      expect((await scene().deliveries(endpoint)).length).toBe(1);
      expect((await scene().deliveries(endpoint))[0].attempts.at(-1)).toMatchObject({ error: 'disabled' });
      receiver.answer = answering(200);
      await scene().portal.patch(endpoint.path, { enabled: true });
      const replayed = await scene().portal.post(`${endpoint.path}/replayFailed`, { since: '2026-01-01T00:00:00Z' });
      expect(replayed).toMatchObject({ status: 202, body: { replayed: 1 } });
      await until(async () => (await scene().statuses(endpoint))[0] === 'delivered');
      expect(receiver.got).toHaveLength(2);
    });

    it('that is slow gets one call at a time for each of its few places, and no message twice', async () => {
      const held = gate();
      let [open, most] = [0, 0];
      const { receiver, endpoint } = await scene().listening();
      receiver.answer = (_webhook, response) => {
        most = Math.max(most, ++open);
        void held.passed.then(() => {
          open--;
          response.writeHead(204).end();
        });
      };
      for (let n = 0; n < 12; n++) await scene().emit({ n });
      await receiver.received(4);
      held.open();
      await until(async () => (await scene().statuses(endpoint)).every((status) => status === 'delivered'));
      expect(most).toBe(4);
      expect(new Set(receiver.ids).size).toBe(receiver.got.length);
    });
  });

  describe('A secret', () => {
    it('that is rotated in mid retry signs beside the new one for the overlap, and no longer', async () => {
      const { receiver, endpoint } = await told(answering(500));
      const next = async () => {
        const before = receiver.got.length;
        await scene().makeDue(endpoint);
        return (await receiver.received(before + 1)).at(-1)!;
      };
      const rotate = (overlapSeconds: number) =>
        scene().portal.post(`${endpoint.path}/rotateSecret`, { overlapSeconds });
      const verifies = (secret: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
        try {
          return Boolean(new Webhook(secret).verify(body, headers));
        } catch {
          return false;
        }
      };
      await until(async () => (await scene().deliveries(endpoint))[0].nextAttemptAt !== null);
      const second = (await rotate(3_600)).body.secret as string;
      let webhook = await next();
      expect([endpoint.secret, second].map((secret) => verifies(secret, webhook))).toEqual([true, true]);
      await until(async () => (await scene().deliveries(endpoint))[0].nextAttemptAt !== null);
      const third = (await rotate(3_600)).body.secret as string;
      webhook = await next();
      expect([endpoint.secret, second, third].map((secret) => verifies(secret, webhook))).toEqual([false, true, true]);
      await until(async () => (await scene().deliveries(endpoint))[0].nextAttemptAt !== null);
      const last = (await rotate(0)).body.secret as string;
      webhook = await next();
      expect([second, third, last].map((secret) => verifies(secret, webhook))).toEqual([false, false, true]);
      expect(new Set(receiver.ids).size).toBe(1);
    });
  });
});
