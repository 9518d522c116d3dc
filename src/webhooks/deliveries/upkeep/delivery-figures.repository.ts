import { Injectable } from '@nestjs/common';
import { bucketOf, type FigureDefinition, HourlyRows, RowFigures } from '../../../figures/contract/index.js';

const MS = [10, 25, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 15_000];

/** Counts finished deliveries, by the hour in which they were created. */
@Injectable()
export class DeliveryFigures extends RowFigures {
  override readonly hourly: readonly FigureDefinition[] = [
    {
      name: 'webhooks.deliveries',
      unit: 'count',
      description: 'Webhook deliveries that succeeded or failed, counted in the hour of the event that they report.',
      by: ['outcome', 'endpointId'],
    },
    {
      name: 'webhooks.ms',
      unit: 'milliseconds',
      description: 'The approximate duration of the last try, for webhook deliveries that succeeded or failed.',
      by: [],
      keys: [...MS.map(String), 'more'],
    },
  ];

  constructor() {
    super(ROWS);
  }
}

const ROWS = new HourlyRows({
  table: 'shared.webhook_delivery',
  id: 'delivery_id',
  columns: `t.status, t.endpoint_id::text AS endpoint_id,
    CASE WHEN t.attempts -> -1 ->> 'error' IS DISTINCT FROM 'expired' THEN (t.attempts -> -1 ->> 'ms')::float8 END AS ms`,
  rows: 'webhooks.rows',
  counted: `r.status <> 'waiting'`,
  parts: `
    VALUES ('webhooks.deliveries', '', 'all'), ('webhooks.deliveries', 'outcome', r.status),
      ('webhooks.deliveries', 'endpointId', r.endpoint_id), ('webhooks.ms', '', ${bucketOf('r.ms', MS)})`,
});
