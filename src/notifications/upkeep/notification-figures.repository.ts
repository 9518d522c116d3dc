import { Injectable } from '@nestjs/common';
import { bucketOf, type FigureDefinition, HourlyRows, RowFigures } from '../../figures/contract/index.js';

const SECONDS = [5, 10, 20, 40, 60, 120, 300];

/** Figures about notifications that have ended, by the hour in which they were created. */
@Injectable()
export class NotificationFigures extends RowFigures {
  override readonly hourly: readonly FigureDefinition[] = [
    {
      name: 'notifications.closed',
      unit: 'count',
      description: 'Notifications that have ended, counted in the hour in which they were created.',
      by: ['status', 'answer', 'template'],
    },
    {
      name: 'notifications.approvals',
      unit: 'count',
      description:
        'Approvals that programs asked for and that have ended, counted in the hour in which they were created.',
      by: ['answer'],
    },
    {
      name: 'notifications.answerSeconds',
      unit: 'count',
      description:
        'How fast notifications were answered. Each series counts the answers up to its number of seconds that were slower than the series before.',
      by: [],
      keys: [...SECONDS.map(String), 'more'],
    },
    {
      name: 'notifications.hints',
      unit: 'count',
      description:
        'Push notifications to devices about notifications that have ended, counted in the hour in which these were created.',
      by: ['outcome'],
    },
  ];

  constructor() {
    super(ROWS);
  }
}

const ROWS = new HourlyRows({
  table: 'notifications.notification',
  id: 'notification_uuid',
  columns: `t.notification_uuid, t.status, t.kind, t.template_id, coalesce(t.action_response, 'none') AS answer,
    CASE WHEN t.status = 'UPDATED' THEN extract(epoch FROM t.updated_at - t.created_at) END AS seconds`,
  rows: 'notifications.rows',
  counted: `r.status <> 'ACTIVE'`,
  parts: `
    VALUES ('notifications.closed', '', 'all'), ('notifications.closed', 'status', r.status),
      ('notifications.closed', 'answer', r.answer), ('notifications.closed', 'template', r.template_id),
      ('notifications.answerSeconds', '', ${bucketOf('r.seconds', SECONDS)})
    UNION ALL
    SELECT 'notifications.approvals', one.dimension, one.key
      FROM (VALUES ('', 'all'), ('answer', r.answer)) AS one (dimension, key) WHERE r.kind = 'approval'
    UNION ALL
    SELECT 'notifications.hints', hint.dimension, hint.key FROM notifications.notification_event e
      CROSS JOIN LATERAL (VALUES ('', 'all'), ('outcome', e.details ->> 'outcome')) AS hint (dimension, key)
      WHERE e.notification_uuid = r.notification_uuid AND e.kind = 'hint'`,
});
