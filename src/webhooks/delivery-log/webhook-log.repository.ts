import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import { DELIVER_WEBHOOK, type DeliveryAttempt, type DeliveryStatus } from '../deliveries/webhook-delivery.js';

/** A delivery as its enterprise sees it: not its content, which may be about persons. */
export interface LoggedDelivery {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly attempts: readonly DeliveryAttempt[];
  readonly createdAt: Date;
  /** Null when there will be none, or it is being made. */
  readonly nextAttemptAt: Date | null;
}

interface LogPage {
  readonly status: DeliveryStatus | undefined;
  readonly after: string | undefined;
  readonly limit: number;
}

/** The log of an endpoint. */
@Injectable()
export class WebhookLogRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. */
  page(tenant: Tenant, endpointId: string, { status, after, limit }: LogPage): Promise<LoggedDelivery[]> {
    return this.db.rows<LoggedDelivery>(
      `${LOGGED} AND delivery_id < coalesce($4, '${LAST_ID}'::uuid) ${status ? 'AND status = $6' : 'AND $6::text IS NULL'}
       ORDER BY delivery_id DESC LIMIT $5`,
      [...valuesOf(tenant, endpointId), after ?? null, limit, status ?? null],
    );
  }

  find(tenant: Tenant, endpointId: string, deliveryId: string): Promise<LoggedDelivery | undefined> {
    return this.db.one<LoggedDelivery>(`${LOGGED} AND delivery_id = $4`, [...valuesOf(tenant, endpointId), deliveryId]);
  }
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const valuesOf = ({ enterpriseId, test }: Tenant, endpointId: string) => [enterpriseId, test, endpointId];

const LOGGED = `
  SELECT delivery_id AS "deliveryId", event_id AS "eventId", type, status, attempts, created_at AS "createdAt",
         (SELECT due_at FROM shared.job WHERE kind = '${DELIVER_WEBHOOK}' AND dedupe_key = delivery_id::text
           AND parked_at IS NULL AND lease IS NULL) AS "nextAttemptAt"
  FROM shared.webhook_delivery
  WHERE enterprise_id = $1 AND test = $2 AND endpoint_id = $3`;
