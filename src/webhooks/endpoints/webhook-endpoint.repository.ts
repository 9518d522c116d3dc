import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, type Repository } from 'typeorm';
import { type AllTenants, Tenant } from '../../shared/kernel/index.js';
import { advisoryLocks, Database, type Sql, type Tx } from '../../shared/persistence/index.js';
import { DELIVER_WEBHOOK } from '../deliveries/webhook-delivery.js';
import { type DisabledBy, WebhookEndpoint } from './webhook-endpoint.entity.js';

/** The numbers of endpoints for live data, across all enterprises. */
export interface LiveEndpoints {
  readonly endpoints: number;
  readonly untried: number;
  readonly failing: number;
}

/** Stores the endpoints of enterprises. */
@Injectable()
export class WebhookEndpointRepository {
  constructor(
    private readonly db: Database,
    @InjectRepository(WebhookEndpoint) private readonly rows: Repository<WebhookEndpoint>,
  ) {}

  async find(tenant: Tenant, endpointId: string): Promise<WebhookEndpoint | undefined> {
    const { enterpriseId, test } = tenant;
    const found = await this.rows.findOneBy({ enterpriseId, test, endpointId });
    return found ?? undefined;
  }

  /** Finds the oldest endpoint with this URL. */
  async ofUrl({ enterpriseId, test }: Tenant, url: string): Promise<WebhookEndpoint | undefined> {
    const found = await this.rows.findOne({ where: { enterpriseId, test, url }, order: { endpointId: 'ASC' } });
    return found ?? undefined;
  }

  /** Lists endpoints in the order in which they were registered. */
  page({ enterpriseId, test }: Tenant, after: string | undefined, limit: number): Promise<WebhookEndpoint[]> {
    return this.rows.find({
      where: { enterpriseId, test, ...(after !== undefined && { endpointId: MoreThan(after) }) },
      order: { endpointId: 'ASC' },
      take: limit,
    });
  }

  lock(tx: Tx, { enterpriseId, test }: Tenant, endpointId: string): Promise<WebhookEndpoint | null> {
    return tx.lock(WebhookEndpoint, { enterpriseId, test, endpointId });
  }

  /** Counts the endpoints of a tenant, and blocks other registrations until the transaction ends. */
  async lockAndCount(tx: Tx, { enterpriseId, test }: Tenant): Promise<number> {
    await tx.rows('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
      advisoryLocks.webhookEndpoints,
      `${enterpriseId} ${test}`,
    ]);
    return tx.manager.countBy(WebhookEndpoint, { enterpriseId, test });
  }

  /** Returns the ids of the enabled endpoints that subscribed to a type. */
  async subscribers(sql: Sql, { enterpriseId, test }: Tenant, type: string): Promise<string[]> {
    return (await sql.rows<{ id: string }>(SUBSCRIBERS, [enterpriseId, test, type])).map(({ id }) => id);
  }

  /** Finds the endpoint with this origin. If there are several, prefers an enabled one, and then the oldest. */
  async ofOrigin({ enterpriseId, test }: Tenant, origin: string, tx?: Tx): Promise<WebhookEndpoint | undefined> {
    const rows = tx?.manager.getRepository(WebhookEndpoint) ?? this.rows;
    const where = { enterpriseId, test, origin };
    return (await rows.findOne({ where, order: { enabled: 'DESC', endpointId: 'ASC' } })) ?? undefined;
  }

  noteSuccess(tx: Tx, endpointId: string): void {
    tx.send(NOTE_SUCCESS, [endpointId]);
  }

  /** Counts a failed attempt. Returns undefined if the endpoint was removed or disabled. */
  async noteFailure(
    tx: Tx,
    endpointId: string,
  ): Promise<{ readonly failures: number; readonly since: Date } | undefined> {
    const [row] = await tx.rows<{ failures: number; since: Date }>(NOTE_FAILURE, [endpointId]);
    return row;
  }

  /** Disables an endpoint. Returns its tenant, or undefined if the endpoint was removed. */
  async disable(tx: Tx, endpointId: string, by: DisabledBy): Promise<Tenant | undefined> {
    const [row] = await tx.rows<{ enterpriseId: string; test: boolean }>(DISABLE, [endpointId, by]);
    return row && Tenant.of(row.enterpriseId, row.test);
  }

  async figures(_scope: AllTenants): Promise<{ readonly held: number; readonly disabled: number }> {
    const [figures] = await this.db.rows<{ held: number; disabled: number }>(FIGURES, [DELIVER_WEBHOOK]);
    return figures ?? { held: 0, disabled: 0 };
  }

  async live(_scope: AllTenants): Promise<LiveEndpoints> {
    const [found] = await this.db.rows<LiveEndpoints & Record<string, unknown>>(LIVE);
    return found ?? { endpoints: 0, untried: 0, failing: 0 };
  }
}

const NOTE_SUCCESS = `
  UPDATE shared.webhook_endpoint SET failures = 0, failing_since = NULL WHERE endpoint_id = $1 AND failures > 0`;

const NOTE_FAILURE = `
  UPDATE shared.webhook_endpoint SET failures = failures + 1, failing_since = coalesce(failing_since, now())
  WHERE endpoint_id = $1 AND enabled RETURNING failures, failing_since AS since`;

const DISABLE = `
  UPDATE shared.webhook_endpoint SET enabled = false, disabled_by = $2, updated_at = now()
  WHERE endpoint_id = $1 RETURNING enterprise_id AS "enterpriseId", test`;

const FIGURES = `
  SELECT (SELECT count(*) FROM shared.job_lane_hold WHERE kind = $1)::int AS held,
         (SELECT count(*) FROM shared.webhook_endpoint WHERE disabled_by IN ('failures', 'receiver'))::int AS disabled`;

const LIVE = `
  SELECT count(*)::int AS endpoints,
         count(*) FILTER (WHERE disabled_by IS NOT NULL OR failing_since IS NOT NULL)::int AS failing,
         count(*) FILTER (WHERE NOT EXISTS (SELECT FROM shared.webhook_delivery taken
           WHERE taken.endpoint_id = endpoint.endpoint_id AND taken.status = 'delivered'))::int AS untried
  FROM shared.webhook_endpoint endpoint WHERE NOT test`;

const SUBSCRIBERS = `
  SELECT endpoint_id AS id FROM shared.webhook_endpoint
  WHERE enterprise_id = $1 AND test = $2 AND enabled AND $3 = ANY (event_types) ORDER BY endpoint_id`;
