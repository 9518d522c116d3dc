import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { leastIdAt, type Tenant } from '../../shared/kernel/index.js';
import { type Cell, newestRows, Database, ReadDatabase } from '../../shared/persistence/index.js';
import { WebhookAnswer, type WebhookDelivery } from '../deliveries/webhook-delivery.entity.js';
import {
  DELIVER_WEBHOOK,
  answerContext,
  ATTEMPTS_KEPT,
  contentContext,
  type DeliveryContent,
  type DeliveryStatus,
} from '../deliveries/webhook-delivery.js';
import type { TimeRange } from '../../shared/fields/index.js';
import { Sealer } from '../../shared/security/index.js';

/** A delivery as its enterprise sees it, without its content, which may contain personal data. */
export type LoggedDelivery = Readonly<
  Pick<
    WebhookDelivery,
    'deliveryId' | 'endpointId' | 'eventId' | 'type' | 'status' | 'about' | 'subject' | 'attempts' | 'createdAt'
  >
> & {
  /**
   * When the next attempt is due, but not before the pause of a failing endpoint ends. Null if there is no further
   * attempt, or if it is running.
   */
  readonly nextAttemptAt: Date | null;
};

/** The body and URL of a delivery, and those responses of the receiver that were not empty. */
export interface DeliveryExchange {
  readonly url: string;
  readonly payload: string;
  readonly answers: ReadonlyMap<string, string>;
}

export interface DeliveryFilter extends Partial<TimeRange> {
  readonly endpointId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly type?: string | undefined;
  readonly about?: string | undefined;
  readonly subject?: string | undefined;
}

/** Reads the delivery log. */
@Injectable()
export class WebhookLogRepository {
  constructor(
    private readonly db: Database,
    private readonly reads: ReadDatabase,
    private readonly sealer: Sealer,
    @InjectRepository(WebhookAnswer) private readonly answers: Repository<WebhookAnswer>,
  ) {}

  /** Returns one page of deliveries, newest first. */
  page(tenant: Tenant, filter: DeliveryFilter, limit: number, before?: string): Promise<LoggedDelivery[]> {
    const values: unknown[] = [];
    return this.reads.rows<LoggedDelivery>(pageOf(values, tenant, filter, limit, before), values);
  }

  find(tenant: Tenant, endpointId: string, deliveryId: string): Promise<LoggedDelivery | undefined> {
    return this.db.one<LoggedDelivery>(`SELECT ${LOGGED} FROM shared.webhook_delivery d WHERE ${ONE}`, [
      ...valuesOf(tenant),
      endpointId,
      deliveryId,
    ]);
  }

  /** Finds a delivery by its id alone. Deliveries of removed endpoints are not found. */
  findById(tenant: Tenant, deliveryId: string): Promise<LoggedDelivery | undefined> {
    return this.db.one<LoggedDelivery>(
      `SELECT ${LOGGED} FROM shared.webhook_delivery d JOIN shared.webhook_endpoint e USING (endpoint_id)
       WHERE d.enterprise_id = $1 AND d.test = $2 AND d.delivery_id = $3`,
      [...valuesOf(tenant), deliveryId],
    );
  }

  async exchangeOf(tenant: Tenant, endpointId: string, deliveryId: string): Promise<DeliveryExchange | undefined> {
    const row = await this.db.one<{ url: string; sealed: Buffer }>(CONTENT, [
      ...valuesOf(tenant),
      endpointId,
      deliveryId,
    ]);
    if (!row) return undefined;
    const { body, url = row.url } = this.sealer.openJson(row.sealed, contentContext(deliveryId)) as DeliveryContent;
    const answers = await this.answers.find({ where: { deliveryId }, order: { at: 'DESC' }, take: ATTEMPTS_KEPT });
    const texts = answers.map(({ answerId, at, sealedText }): [string, string] => [
      at.toISOString(),
      this.sealer.openJson(sealedText, answerContext(answerId)) as string,
    ]);
    return { url, payload: body, answers: new Map(texts) };
  }

  /** Counts the deliveries of the endpoint that have failed since this time, up to `most`. */
  async failedSince(tenant: Tenant, endpointId: string, since: Date, most: number): Promise<number> {
    const counted = await this.db.one<{ failed: number }>(FAILED, [...valuesOf(tenant), endpointId, since, most]);
    return counted?.failed ?? 0;
  }
}

const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const valuesOf = ({ enterpriseId, test }: Tenant) => [enterpriseId, test];
const idAt = (time: Date): string => leastIdAt(Math.max(0, time.getTime()));

/**
 * Merges one page of deliveries from each endpoint: an enterprise has few endpoints, and an index contains the
 * deliveries of each one in the order of the page.
 */
function pageOf(
  values: unknown[],
  tenant: Tenant,
  { endpointId, status, type, about, subject, from, to }: DeliveryFilter,
  limit: number,
  before = AFTER_ALL,
): string {
  const given = (value: unknown): string => `$${values.push(value)}`;
  const end = to ? idAt(to) : AFTER_ALL;
  const most = given(limit);
  const [enterprise, test] = valuesOf(tenant).map(given);
  const isOf = `enterprise_id = ${enterprise} AND test = ${test}`;
  const cells = (filters: Readonly<Record<string, string | undefined>>) =>
    Object.entries(filters).flatMap(([column, value]): Cell[] => (value === undefined ? [] : [[column, given(value)]]));
  const only = (filters: readonly Cell[]) => filters.map(([column, value]) => `${column} = ${value}`);
  const ids = { below: given(before < end ? before : end), least: given(from ? idAt(from) : BEFORE_ALL) };
  const page = (ahead: readonly Cell[], further: readonly string[]): string => {
    const newest = newestRows(ahead, 'delivery_id', ids);
    return `SELECT * FROM shared.webhook_delivery WHERE ${[...newest.where, ...further].join(' AND ')}
      ORDER BY ${newest.order} LIMIT ${most}`;
  };
  const endpointOf: Cell = ['endpoint_id', 'e.endpoint_id'];
  const [endpoint, kind] = [cells({ endpoint_id: endpointId }), cells({ status, type })];
  const [first, ...further] = cells({ about, subject });
  const found = first
    ? page([first], [`${first[0]} IS NOT NULL`, isOf, ...only([...further, ...kind, ...endpoint])])
    : `SELECT delivery.* FROM shared.webhook_endpoint e CROSS JOIN LATERAL (
         ${kind.length > 0 ? page(kind.slice(0, 1), only([endpointOf, ...kind.slice(1)])) : page([endpointOf], [])}) delivery
       WHERE ${[`e.enterprise_id = ${enterprise} AND e.test = ${test}`, ...only(endpoint).map((text) => `e.${text}`)].join(' AND ')}
       ORDER BY delivery_id DESC LIMIT ${most}`;
  return `SELECT ${LOGGED} FROM (${found}) d ORDER BY delivery_id DESC`;
}

const LOGGED = `
  d.delivery_id AS "deliveryId", d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.type, d.status, d.about,
  d.subject, d.attempts, d.created_at AS "createdAt",
  (SELECT greatest(due_at, until) FROM shared.job LEFT JOIN shared.job_lane_hold USING (kind, lane)
    WHERE kind = '${DELIVER_WEBHOOK}' AND dedupe_key = d.delivery_id::text
    AND parked_at IS NULL AND lease IS NULL) AS "nextAttemptAt"`;

const ONE = 'd.enterprise_id = $1 AND d.test = $2 AND d.endpoint_id = $3 AND d.delivery_id = $4';

const CONTENT = `
  SELECT d.sealed_content AS sealed, e.url FROM shared.webhook_delivery d JOIN shared.webhook_endpoint e USING (endpoint_id)
  WHERE ${ONE}`;

const FAILED = `
  SELECT count(*)::int AS failed FROM (
    SELECT FROM shared.webhook_delivery WHERE enterprise_id = $1 AND test = $2 AND endpoint_id = $3
      AND status = 'failed' AND created_at >= $4 LIMIT $5) found`;
