import { Injectable } from '@nestjs/common';
import { type FigureDefinition, HourlyRows, RowFigures } from '../../../figures/contract/index.js';

/** Deliveries that are over, by the hour in which they were made. */
@Injectable()
export class DeliveryFigures extends RowFigures {
  override readonly hourly: readonly FigureDefinition[] = [
    {
      name: 'webhooks.deliveries',
      unit: 'count',
      description: 'Deliveries that were taken or have failed, by the time of what they tell.',
      by: ['outcome', 'endpointId'],
    },
  ];

  constructor() {
    super(ROWS);
  }
}

const ROWS = new HourlyRows({
  table: 'shared.webhook_delivery',
  id: 'delivery_id',
  columns: 't.status, t.endpoint_id::text AS endpoint_id',
  rows: 'webhooks.rows',
  counted: `r.status <> 'waiting'`,
  parts: `
    VALUES ('webhooks.deliveries', '', 'all'), ('webhooks.deliveries', 'outcome', r.status),
      ('webhooks.deliveries', 'endpointId', r.endpoint_id)`,
});
