import { Injectable } from '@nestjs/common';
import { type AllTenants, Clock, newId, newIdAt, type Tenant } from '../../shared/kernel/index.js';
import { Database, type Tx } from '../../shared/persistence/index.js';
import { Sealer } from '../../shared/security/index.js';
import type { WebhookAbout } from '../contract/webhooks.port.js';
import type { WebhookEndpoint } from '../endpoints/webhook-endpoint.entity.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import {
  answerContext,
  type AnsweredAttempt,
  ATTEMPTS_KEPT,
  contentContext,
  DELIVER_WEBHOOK,
  type DeliveryContent,
  type DeliveryStatus,
  GIVEN_UP_AFTER_HOURS,
} from './webhook-delivery.js';

export interface NewDelivery {
  readonly endpointId: string;
  /** The `webhook-id`: the same for every attempt, and for all endpoints that receive the event. */
  readonly eventId: string;
  readonly type: string;
  readonly content: DeliveryContent;
  readonly about?: WebhookAbout | undefined;
}

/** A delivery that is waiting for its next attempt, with the columns of its endpoint that an attempt needs. */
export type DueDelivery = Readonly<
  Pick<WebhookDelivery, 'deliveryId' | 'eventId' | 'endpointId' | 'enterpriseId'> &
    Pick<WebhookEndpoint, 'test' | 'url' | 'origin' | 'eventTypes' | 'enabled' | 'sealedSecrets' | 'rowSeal'>
> & { readonly content: DeliveryContent };

/**
 * Selects the deliveries to replay: a single one, or all failed ones created since a time. `dueAt` is when their next
 * attempt is due. By default, it is due at once.
 */
export interface ReplayedDeliveries {
  readonly deliveryId?: string;
  readonly since?: Date;
  readonly dueAt?: Date | undefined;
}

type DueRow = Omit<DueDelivery, 'content'> & { readonly sealed: Buffer };

/** Stores deliveries, both waiting and finished. */
@Injectable()
export class WebhookDeliveryRepository {
  constructor(
    private readonly db: Database,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a delivery and requests the job for its first attempt. The returned id contains the time of creation, which
   * the log shows and searches by.
   */
  add(tx: Tx, { enterpriseId, test }: Tenant, { endpointId, eventId, type, content, about }: NewDelivery): string {
    const createdAt = this.clock.now();
    const deliveryId = newIdAt(createdAt.getTime());
    const sealed = this.sealer.sealJson(content, contentContext(deliveryId));
    const values = [deliveryId, enterpriseId, test, endpointId, eventId, type, sealed];
    tx.send(ADD, [...values, about?.id ?? null, about?.sub ?? null, createdAt]);
    tx.pending.jobs.push(deliveryJob(endpointId, deliveryId));
    return deliveryId;
  }

  /**
   * Reads a waiting delivery. `undefined` if it was given up or its endpoint was removed, so that there is nothing left
   * to do.
   */
  async due(_scope: AllTenants, deliveryId: string): Promise<DueDelivery | undefined> {
    const row = await this.db.one<DueRow>(DUE, [deliveryId]);
    if (!row) return undefined;
    const { sealed, ...due } = row;
    return { ...due, content: this.sealer.openJson(sealed, contentContext(deliveryId)) as DeliveryContent };
  }

  /**
   * Records an attempt, or why there was none. A success counts even if the delivery has been given up in the meantime.
   */
  note(tx: Tx, deliveryId: string, status: DeliveryStatus, { answer, ...attempt }: AnsweredAttempt): void {
    const values = [deliveryId, status === 'waiting' ? null : status, JSON.stringify([attempt])];
    if (answer === undefined) {
      tx.send(NOTE, values);
      return;
    }
    const answerId = newId();
    tx.send(NOTE_WITH_ANSWER, [...values, answerId, this.sealer.sealJson(answer, answerContext(answerId)), attempt.at]);
  }

  /** Marks at most `limit` deliveries that have waited too long as failed. Returns how many. */
  async giveUpOverdue(_scope: AllTenants, limit: number): Promise<number> {
    return (await this.db.rows(GIVE_UP_OVERDUE, [limit, DELIVER_WEBHOOK])).length;
  }

  /**
   * Makes finished deliveries wait again: one, or the failed ones created since a time, at most `limit`. Returns their
   * ids.
   */
  async replay(
    tx: Tx,
    { enterpriseId, test }: Tenant,
    endpointId: string,
    { deliveryId, since, dueAt }: ReplayedDeliveries,
    limit: number,
  ): Promise<string[]> {
    const params = [enterpriseId, test, endpointId, deliveryId ?? null, since ?? null, limit];
    const ids = (await tx.rows<{ id: string }>(REPLAY, params)).map(({ id }) => id);
    tx.pending.jobs.push(...ids.map((id) => ({ ...deliveryJob(endpointId, id), ...(dueAt && { dueAt }) })));
    return ids;
  }

  /**
   * Returns a time that is earlier than all waiting attempts of the endpoint. An attempt that is due at this time is
   * made before them.
   */
  async beforeAll(tx: Tx, endpointId: string): Promise<Date | undefined> {
    return (await tx.rows<{ at: Date }>(`SELECT ${BEFORE_ALL} AS at`, [DELIVER_WEBHOOK, endpointId]))[0]?.at;
  }

  /**
   * Locks the job that makes the delivery's next attempt. Returns `undefined` while the attempt is running. `held`
   * means that the endpoint is paused.
   */
  async lockWaiting(
    tx: Tx,
    endpointId: string,
    deliveryId: string,
  ): Promise<{ readonly due: boolean; readonly held: boolean } | undefined> {
    const values = [DELIVER_WEBHOOK, deliveryId, endpointId];
    return (await tx.rows<{ due: boolean; held: boolean }>(LOCK_WAITING, values))[0];
  }

  /**
   * Makes a delivery's next attempt due before all others of the endpoint, without using up one of the scheduled
   * retries.
   */
  hasten(tx: Tx, endpointId: string, deliveryId: string): void {
    tx.send(HASTEN, [DELIVER_WEBHOOK, endpointId, deliveryId]);
    tx.pending.jobs.push(deliveryJob(endpointId, deliveryId)); // wakes the worker; the job itself exists already
  }

  /**
   * Deletes the oldest finished deliveries between two ids, which are ordered by time. If the batch is full, returns
   * its last id, after which the next batch begins.
   */
  async purgeBetween(_scope: AllTenants, after: string, before: string, limit: number): Promise<string | undefined> {
    const purged = (await this.db.rows<{ id: string }>(PURGE, [limit, after, before])).map(({ id }) => id);
    return purged.length === limit ? purged.sort().at(-1) : undefined;
  }

  /** Deletes at most `limit` deliveries of an endpoint, with their jobs. Returns how many. */
  async forget(_scope: AllTenants, endpointId: string, limit: number): Promise<number> {
    return (await this.db.rows(FORGET, [limit, endpointId, DELIVER_WEBHOOK])).length;
  }
}

export const deliveryJob = (endpointId: string, deliveryId: string) => ({
  kind: DELIVER_WEBHOOK,
  payload: { deliveryId },
  dedupeKey: deliveryId,
  lane: endpointId,
});

const ADD = `
  INSERT INTO shared.webhook_delivery
    (delivery_id, enterprise_id, test, endpoint_id, event_id, type, sealed_content, about, subject, created_at, status,
     given_up_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'waiting', now() + interval '${GIVEN_UP_AFTER_HOURS} hours')`;

const DUE = `
  SELECT d.delivery_id AS "deliveryId", d.event_id AS "eventId", d.sealed_content AS sealed, e.endpoint_id AS "endpointId",
         e.enterprise_id AS "enterpriseId", e.test, e.url, e.origin, e.event_types AS "eventTypes", e.enabled,
         e.sealed_secrets AS "sealedSecrets", e.row_seal AS "rowSeal"
  FROM shared.webhook_delivery d JOIN shared.webhook_endpoint e USING (endpoint_id)
  WHERE d.delivery_id = $1 AND d.status = 'waiting'`;

/** Adds an attempt to the log of a delivery, which keeps only the most recent attempts. */
const NOTE = `
  UPDATE shared.webhook_delivery
  SET status = coalesce($2, status),
      attempts = jsonb_path_query_array(attempts || $3::jsonb, '$[last - ${ATTEMPTS_KEPT - 1} to last]')
  WHERE delivery_id = $1`;

/**
 * Adds an attempt like the statement `NOTE`, and also stores the receiver's response. One statement does both, so that
 * no response is stored for a delivery that has since been removed.
 */
const NOTE_WITH_ANSWER = `
  WITH noted AS (${NOTE} RETURNING delivery_id)
  INSERT INTO shared.webhook_answer (answer_id, delivery_id, at, sealed_text)
  SELECT $4, delivery_id, $6, $5 FROM noted`;

const GIVE_UP_OVERDUE = `
  WITH overdue AS (
    SELECT delivery_id FROM shared.webhook_delivery WHERE status = 'waiting' AND given_up_at <= now()
    ORDER BY given_up_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ), jobs AS (
    DELETE FROM shared.job
    WHERE kind = $2 AND dedupe_key IN (SELECT delivery_id::text FROM overdue) AND parked_at IS NULL AND lease IS NULL
  )
  UPDATE shared.webhook_delivery
  SET status = 'failed',
      attempts = attempts || jsonb_build_array(jsonb_build_object('at', to_char(now() AT TIME ZONE 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ms', 0, 'error', 'expired'))
  WHERE delivery_id IN (SELECT delivery_id FROM overdue) RETURNING 1`;

const REPLAY = `
  WITH chosen AS (
    SELECT delivery_id FROM shared.webhook_delivery
    WHERE enterprise_id = $1 AND test = $2 AND endpoint_id = $3
      AND (delivery_id = $4 AND status <> 'waiting' OR $4::uuid IS NULL AND status = 'failed' AND created_at >= $5)
    ORDER BY delivery_id LIMIT $6 FOR UPDATE SKIP LOCKED
  )
  UPDATE shared.webhook_delivery
  SET status = 'waiting', given_up_at = now() + interval '${GIVEN_UP_AFTER_HOURS} hours'
  WHERE delivery_id IN (SELECT delivery_id FROM chosen) RETURNING delivery_id AS id`;

const LOCK_WAITING = `
  SELECT due_at <= now() AS due,
         EXISTS (SELECT FROM shared.job_lane_hold WHERE kind = $1 AND lane = $3 AND until > now()) AS held
  FROM shared.job WHERE kind = $1 AND dedupe_key = $2 AND parked_at IS NULL AND lease IS NULL FOR UPDATE`;

const BEFORE_ALL = `
  least(now(), (SELECT min(due_at) FROM shared.job WHERE kind = $1 AND lane = $2 AND parked_at IS NULL))
  - interval '1 millisecond'`;

const HASTEN = `
  UPDATE shared.job SET
    attempts = CASE WHEN due_at > now() THEN greatest(attempts - 1, 0) ELSE attempts END,
    due_at = ${BEFORE_ALL}
  WHERE kind = $1 AND dedupe_key = $3 AND parked_at IS NULL AND lease IS NULL`;

const PURGE = `
  DELETE FROM shared.webhook_delivery WHERE delivery_id = ANY (ARRAY(
    SELECT delivery_id FROM shared.webhook_delivery
    WHERE delivery_id > $2 AND delivery_id < $3 AND status <> 'waiting'
    ORDER BY delivery_id LIMIT $1 FOR UPDATE SKIP LOCKED))
  RETURNING delivery_id AS id`;

const FORGET = `
  WITH chosen AS (
    SELECT delivery_id FROM shared.webhook_delivery WHERE endpoint_id = $2 ORDER BY delivery_id LIMIT $1
  ), jobs AS (
    DELETE FROM shared.job
    WHERE kind = $3 AND dedupe_key IN (SELECT delivery_id::text FROM chosen) AND parked_at IS NULL AND lease IS NULL
  )
  DELETE FROM shared.webhook_delivery WHERE delivery_id IN (SELECT delivery_id FROM chosen) RETURNING 1`;
