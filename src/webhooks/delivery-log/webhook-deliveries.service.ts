import { Injectable } from '@nestjs/common';
import { LaneHolds } from '../../shared/jobs/index.js';
import { Clock, newId, type Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { holdSeconds } from '../deliveries/circuit-breaker.js';
import { DELIVER_WEBHOOK, type DeliveryAttempt } from '../deliveries/webhook-delivery.js';
import {
  WebhookLogRepository,
  type DeliveryExchange,
  type DeliveryFilter,
  type LoggedDelivery,
} from './webhook-log.repository.js';
import { AuditLog, AuditSubjects } from '../../audit/contract/index.js';
import { type ReplayedDeliveries, WebhookDeliveryRepository } from '../deliveries/webhook-delivery.repository.js';
import type { WebhookEndpoint } from '../endpoints/webhook-endpoint.entity.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.service.js';
import { WebhookErrors } from '../contract/webhooks.errors.js';

const REPLAYED_TOGETHER = 1_000;
/** The maximum number of deliveries that one call replays. */
export const MOST_REPLAYED = 10_000;

/** The minimum number of seconds between two attempts at a delivery if a person requests the second one. */
const SECONDS_BETWEEN_TRIES = 10;

/** The type of the test message that an enterprise can send to its own endpoint. Endpoints cannot subscribe to it. */
export const TEST_TYPE = 'webhook.test';

/** Filters of the delivery log. They name a person by `userId`; the log itself stores the `sub`. */
export type ListedDeliveries = Omit<DeliveryFilter, 'subject'> & { readonly userId?: string | undefined };
export type NamedDelivery = LoggedDelivery & { readonly userId: string | null };

export interface OpenedDelivery {
  readonly delivery: NamedDelivery;
  readonly exchange: DeliveryExchange;
}

/** Reads the delivery log, and retries or replays deliveries. */
@Injectable()
export class WebhookDeliveries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly endpoints: WebhookEndpoints,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly log: WebhookLogRepository,
    private readonly lanes: LaneHolds,
    private readonly subjects: AuditSubjects,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Returns one page of deliveries, newest first. */
  async list(
    tenant: Tenant,
    { userId, ...filter }: ListedDeliveries,
    limit: number,
    before?: string,
  ): Promise<NamedDelivery[]> {
    if (filter.endpointId !== undefined) await this.endpoints.find(tenant, filter.endpointId);
    const subject = userId === undefined ? undefined : await this.subjects.subOf(tenant, userId);
    if (userId !== undefined && subject === undefined) return [];
    return this.#named(tenant, await this.log.page(tenant, { ...filter, subject }, limit, before));
  }

  /**
   * Returns a delivery with the body sent, which may contain personal data. The audit log records this access before
   * the caller gets the body.
   */
  async open(tenant: Tenant, endpointId: string, deliveryId: string): Promise<OpenedDelivery> {
    await this.endpoints.find(tenant, endpointId);
    const delivery = await this.#find(tenant, endpointId, deliveryId);
    const exchange = await this.log.exchangeOf(tenant, endpointId, deliveryId);
    if (!exchange) throw WebhookErrors.deliveryNotFound(`No delivery ${deliveryId}`);
    await this.audit.record({
      kind: 'webhooks.payload-viewed',
      tenant,
      ...(delivery.subject !== null && { subject: delivery.subject }),
      details: { endpointId, deliveryId },
    });
    return { delivery, exchange };
  }

  /** Sends a test message, whatever types the endpoint has subscribed to. */
  async test(tenant: Tenant, endpointId: string): Promise<NamedDelivery> {
    await this.#enabled(tenant, endpointId);
    const timestamp = this.clock.now().toISOString();
    const body = JSON.stringify({ type: TEST_TYPE, timestamp, data: { endpointId, test: tenant.test } });
    const delivery = { endpointId, eventId: newId(), type: TEST_TYPE, content: { body } };
    const deliveryId = await this.uow.run((tx) => Promise.resolve(this.deliveries.add(tx, tenant, delivery)));
    return this.#find(tenant, endpointId, deliveryId);
  }

  /**
   * Starts a finished delivery again with a full schedule, the same `webhook-id` and the same body, even if the
   * endpoint is paused.
   */
  async replay(tenant: Tenant, endpointId: string, deliveryId: string): Promise<NamedDelivery> {
    const { failures } = await this.#enabled(tenant, endpointId);
    const { status } = await this.#find(tenant, endpointId, deliveryId);
    if (status === 'waiting') throw WebhookErrors.stillWaiting();
    await this.uow.run(async (tx) => {
      const left = await this.lanes.secondsLeft(tx, DELIVER_WEBHOOK, endpointId);
      // The pause began with the last attempt, so `holdSeconds(failures) - left` is the time since that attempt.
      const goesFirst = left > 0 && holdSeconds(failures) - left >= SECONDS_BETWEEN_TRIES;
      const dueAt = goesFirst ? await this.deliveries.beforeAll(tx, endpointId) : undefined;
      const replayed = await this.#replay(tx, tenant, endpointId, { deliveryId, dueAt }, 1);
      if (replayed.length === 0) throw WebhookErrors.stillWaiting();
      if (goesFirst) this.lanes.hold(tx, DELIVER_WEBHOOK, endpointId, 0);
    });
    return this.#find(tenant, endpointId, deliveryId);
  }

  /**
   * Makes the next attempt at a waiting delivery due now. Does nothing if that attempt is running, or if it is due and
   * the endpoint is not paused.
   */
  async tryNow(tenant: Tenant, endpointId: string, deliveryId: string): Promise<NamedDelivery> {
    await this.#enabled(tenant, endpointId);
    const { status, attempts } = await this.#find(tenant, endpointId, deliveryId);
    if (status !== 'waiting') throw WebhookErrors.notWaiting();
    await this.uow.run(async (tx) => {
      const waits = await this.deliveries.lockWaiting(tx, endpointId, deliveryId);
      if (!waits || (waits.due && !waits.held)) return;
      this.#assertRested(attempts.at(-1));
      this.deliveries.hasten(tx, endpointId, deliveryId);
      if (waits.held) this.lanes.hold(tx, DELIVER_WEBHOOK, endpointId, 0);
      tx.pending.audit.push({ kind: 'webhooks.delivery-hastened', tenant, details: { endpointId, deliveryId } });
    });
    return this.#find(tenant, endpointId, deliveryId);
  }

  /**
   * Throws if the last attempt was less than `SECONDS_BETWEEN_TRIES` ago, so that a failing receiver is not called too
   * often.
   */
  #assertRested(newest: DeliveryAttempt | undefined): void {
    if (!newest) return;
    const rested = (this.clock.now().getTime() - new Date(newest.at).getTime()) / 1_000;
    const retryAfterSeconds = Math.ceil(SECONDS_BETWEEN_TRIES - rested);
    if (retryAfterSeconds > 0) throw WebhookErrors.triedJustNow(undefined, { retryAfterSeconds });
  }

  /** Replays the failed deliveries created since this time, oldest first, at most `MOST_REPLAYED`. Returns how many. */
  async replayFailed(tenant: Tenant, endpointId: string, since: Date): Promise<number> {
    await this.#enabled(tenant, endpointId);
    let [all, batch] = [0, REPLAYED_TOGETHER];
    while (batch === REPLAYED_TOGETHER && all < MOST_REPLAYED) {
      const replay = (tx: Tx) => this.#replay(tx, tenant, endpointId, { since }, REPLAYED_TOGETHER);
      batch = (await this.uow.run(replay)).length;
      all += batch;
    }
    return all;
  }

  /** Counts the deliveries that `replayFailed` would replay. */
  async countFailed(tenant: Tenant, endpointId: string, since: Date): Promise<number> {
    await this.#enabled(tenant, endpointId);
    return this.log.failedSince(tenant, endpointId, since, MOST_REPLAYED);
  }

  async #replay(
    tx: Tx,
    tenant: Tenant,
    endpointId: string,
    which: ReplayedDeliveries,
    limit: number,
  ): Promise<string[]> {
    const replayed = await this.deliveries.replay(tx, tenant, endpointId, which, limit);
    const details = { endpointId, deliveries: replayed.length };
    if (replayed.length > 0) tx.pending.audit.push({ kind: 'webhooks.deliveries-replayed', tenant, details });
    return replayed;
  }

  async #enabled(tenant: Tenant, endpointId: string): Promise<WebhookEndpoint> {
    const endpoint = await this.endpoints.find(tenant, endpointId);
    if (!endpoint.enabled) throw WebhookErrors.endpointDisabled();
    return endpoint;
  }

  async #find(tenant: Tenant, endpointId: string, deliveryId: string): Promise<NamedDelivery> {
    const found = await this.log.find(tenant, endpointId, deliveryId);
    if (!found) throw WebhookErrors.deliveryNotFound(`No delivery ${deliveryId}`);
    const [named] = await this.#named(tenant, [found]);
    return named ?? { ...found, userId: null };
  }

  async #named(tenant: Tenant, deliveries: readonly LoggedDelivery[]): Promise<NamedDelivery[]> {
    const subs = [...new Set(deliveries.flatMap(({ subject }) => (subject === null ? [] : [subject])))];
    const userIds = subs.length === 0 ? new Map<string, string>() : await this.subjects.userIdsOf(tenant, subs);
    return deliveries.map((delivery) => ({ ...delivery, userId: userIds.get(delivery.subject ?? '') ?? null }));
  }
}
