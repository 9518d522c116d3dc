import { Injectable } from '@nestjs/common';
import type { Tenant } from '../kernel/tenant.js';
import { Database } from '../persistence/database.js';
import type { Sql } from '../persistence/sql.js';

/** The endpoints of enterprises. */
@Injectable()
export class WebhookEndpointRepository {
  constructor(private readonly db: Database) {}

  /** The enabled endpoints that subscribed to a type. */
  async subscribers(sql: Sql, { enterpriseId, test }: Tenant, type: string): Promise<string[]> {
    return (await sql.rows<{ id: string }>(SUBSCRIBERS, [enterpriseId, test, type])).map(({ id }) => id);
  }

  /** The endpoint of an origin, if there is one. An enabled one is preferred, and of several the oldest. */
  async ofOrigin(
    { enterpriseId, test }: Tenant,
    origin: string,
    sql: Sql = this.db,
  ): Promise<{ readonly id: string; readonly enabled: boolean } | undefined> {
    const [found] = await sql.rows<{ id: string; enabled: boolean }>(OF_ORIGIN, [enterpriseId, test, origin]);
    return found;
  }
}

const SUBSCRIBERS = `
  SELECT endpoint_id AS id FROM shared.webhook_endpoint
  WHERE enterprise_id = $1 AND test = $2 AND enabled AND $3 = ANY (event_types) ORDER BY endpoint_id`;

const OF_ORIGIN = `
  SELECT endpoint_id AS id, enabled FROM shared.webhook_endpoint
  WHERE enterprise_id = $1 AND test = $2 AND origin = $3 ORDER BY enabled DESC, endpoint_id LIMIT 1`;
