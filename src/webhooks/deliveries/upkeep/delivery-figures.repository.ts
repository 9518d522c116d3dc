import { Injectable } from '@nestjs/common';
import {
  type FigureDefinition,
  FigureSource,
  type HourlyCount,
  hourlyCounts,
  type Hours,
  timeOfId,
} from '../../../figures/contract/index.js';
import type { AllTenants } from '../../../shared/kernel/index.js';
import type { Sql } from '../../../shared/persistence/index.js';

/** Deliveries that are over, by the hour in which they were made. */
@Injectable()
export class DeliveryFigures extends FigureSource {
  override readonly rows = 'webhooks.rows';
  override readonly hourly: readonly FigureDefinition[] = [
    {
      name: 'webhooks.deliveries',
      unit: 'count',
      description: 'Deliveries that were taken or have failed, by the time of what they tell.',
      by: ['outcome', 'endpointId'],
    },
  ];

  override async oldest(_scope: AllTenants, sql: Sql): Promise<Date | undefined> {
    const [row] = await sql.rows<{ id: string }>(
      'SELECT delivery_id AS id FROM shared.webhook_delivery ORDER BY delivery_id LIMIT 1',
    );
    return row && timeOfId(row.id);
  }

  override count(_scope: AllTenants, sql: Sql, hours: Hours): Promise<HourlyCount[]> {
    return sql.rows(COUNTS, hours.values);
  }
}

const COUNTS = hourlyCounts({
  table: 'shared.webhook_delivery',
  id: 'delivery_id',
  columns: 't.status, t.endpoint_id::text AS endpoint_id',
  rows: 'webhooks.rows',
  counted: `r.status <> 'waiting'`,
  parts: `
    VALUES ('webhooks.deliveries', '', 'all'), ('webhooks.deliveries', 'outcome', r.status),
      ('webhooks.deliveries', 'endpointId', r.endpoint_id)`,
});
