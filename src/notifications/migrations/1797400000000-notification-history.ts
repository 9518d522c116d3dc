import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who asked and by which template; what happened between the question and its end; and indexes of filters. */
export class NotificationHistory1797400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications.notification
        ADD COLUMN created_by text, ADD COLUMN template_id text COLLATE "C", ADD COLUMN template_version int;
      -- Both values come with a write that other indexes take part in anyway.
      CREATE INDEX notification_listed_answer ON notifications.notification
        (enterprise_id, test, action_response, notification_uuid) WHERE action_response IS NOT NULL;
      CREATE INDEX notification_listed_device ON notifications.notification
        (device_id, notification_uuid) WHERE device_id IS NOT NULL;
      CREATE INDEX notification_listed_template ON notifications.notification
        (enterprise_id, test, template_id, notification_uuid) WHERE template_id IS NOT NULL;

      -- No foreign key: checking one would lock the row that an answer waits for. They are removed with it.
      CREATE TABLE notifications.notification_event (
        notification_uuid uuid NOT NULL,
        seq bigint GENERATED ALWAYS AS IDENTITY,
        at timestamptz(3) NOT NULL DEFAULT now(),
        kind text NOT NULL,
        device_id uuid,
        details jsonb NOT NULL,
        PRIMARY KEY (notification_uuid, seq)
      );
      CREATE UNIQUE INDEX notification_event_listed ON notifications.notification_event
        (notification_uuid, coalesce(device_id, '00000000-0000-0000-0000-000000000000')) WHERE kind = 'listed';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE notifications.notification_event;
      DROP INDEX notifications.notification_listed_answer, notifications.notification_listed_device;
      ALTER TABLE notifications.notification
        DROP COLUMN created_by, DROP COLUMN template_id, DROP COLUMN template_version;
    `);
  }
}
