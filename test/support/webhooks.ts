import { EventTimings } from '../../src/shared/jobs/index.js';
import { type JsonObject, Tenant } from '../../src/shared/kernel/index.js';
import { Database, UnitOfWork } from '../../src/shared/persistence/index.js';
import { declareWebhookType, Webhooks } from '../../src/webhooks/contract/index.js';
import { startTestApplication, type TestApplication, type TestOptions } from './application.js';
import { portalOf, type Portal } from './tokens.js';
import { WebhookReceiver } from './webhook-receiver.js';

export const LIVE = Tenant.of('default', false);
const TEST_TYPE = 'testing.happened';
const happened = declareWebhookType(TEST_TYPE, {
  description: 'Something happened in a test.',
  example: { n: 1 },
  keys: ['key'],
  schema: { type: 'object', properties: { n: { type: 'integer' } } },
});

/** Sooner than in operation. A look that finds nothing takes time from what it waits for. */
export const quickly = { provide: EventTimings, useValue: { pollMs: 100, deliveryMs: 15_000, answerMs: 2_000 } };

export interface Endpoint {
  readonly endpointId: string;
  readonly secret: string;
  readonly path: string;
}

/** An application with a portal that manages webhooks, and receivers that end with it. */
export class WebhookScene {
  readonly #receivers: WebhookReceiver[] = [];

  private constructor(
    readonly running: TestApplication,
    readonly portal: Portal,
  ) {}

  static async open(options: TestOptions = {}): Promise<WebhookScene> {
    const running = await startTestApplication({ providers: [quickly], ...options });
    return new WebhookScene(running, await portalOf(running, { scopes: ['webhooks:read', 'webhooks:write'] }));
  }

  get db(): Database {
    return this.running.app.get(Database);
  }

  async receiver(): Promise<WebhookReceiver> {
    const receiver = await WebhookReceiver.start();
    this.#receivers.push(receiver);
    return receiver;
  }

  async register(url: string, eventTypes: readonly string[] = [TEST_TYPE], by = this.portal): Promise<Endpoint> {
    const { status, body } = await by.post('/v1/webhookEndpoints', { url, eventTypes });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return { ...body, path: `/v1/webhookEndpoints/${body.endpointId}` };
  }

  /** A receiver with its endpoint. */
  async listening(): Promise<{ readonly receiver: WebhookReceiver; readonly endpoint: Endpoint }> {
    const receiver = await this.receiver();
    return { receiver, endpoint: await this.register(receiver.url) };
  }

  async emit(data: JsonObject = { n: 1 }, tenant = LIVE): Promise<void> {
    const { app } = this.running;
    const event = { type: happened, data, occurredAt: new Date() };
    await app.get(UnitOfWork).run((tx) => app.get(Webhooks).emit(tx, tenant, event));
  }

  /** Many events at once, in one transaction. */
  async emitMany(count: number): Promise<void> {
    const { app } = this.running;
    await app.get(UnitOfWork).run(async (tx) => {
      for (let n = 0; n < count; n++) {
        await app.get(Webhooks).emit(tx, LIVE, { type: happened, data: { n }, occurredAt: new Date() });
      }
    });
  }

  /** How many tries are being made at an endpoint. */
  async underWay({ endpointId }: Endpoint): Promise<number> {
    return (await this.db.rows('SELECT FROM shared.job WHERE lane = $1 AND lease IS NOT NULL', [endpointId])).length;
  }

  async deliveries({ path }: Endpoint, query = ''): Promise<any[]> {
    const { status, body } = await this.portal.get(`${path}/deliveries${query}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.deliveries;
  }

  async statuses(endpoint: Endpoint): Promise<string[]> {
    return (await this.deliveries(endpoint)).map(({ status }) => status);
  }

  /** As time would: what waits for an endpoint is due, and its circuit breaker lets a try through. */
  async makeDue({ endpointId }: Endpoint): Promise<void> {
    await this.db.rows(`UPDATE shared.job_lane_hold SET until = now() WHERE lane = $1`, [endpointId]);
    await this.db.rows(`UPDATE shared.job SET due_at = now() WHERE lane = $1 AND lease IS NULL`, [endpointId]);
  }

  /** Removes endpoints, deliveries and jobs, so that the next test begins with none. */
  async clear(): Promise<void> {
    await Promise.all(this.#receivers.splice(0).map((receiver) => receiver.close()));
    await this.db.rows('DELETE FROM shared.webhook_endpoint');
    await this.db.rows('DELETE FROM shared.webhook_delivery');
    await this.db.rows('DELETE FROM shared.job_lane_hold');
    await this.db.rows(`DELETE FROM shared.job WHERE kind = 'shared/deliver-webhook'`);
  }

  async close(): Promise<void> {
    await this.clear();
    await this.running.close();
  }
}
