import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notifications, with the lists that are read of them. */
export class Notifications1795500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS notifications;

      CREATE TABLE notifications.notification (
        notification_uuid uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        sub uuid NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        msg_id text COLLATE "C" NOT NULL,
        request_digest text NOT NULL,
        content text NOT NULL,
        content_digest text NOT NULL,
        seal text NOT NULL,
        ds_required boolean NOT NULL,
        expiry_at timestamptz(3) NOT NULL,
        search_text text NOT NULL,
        status text NOT NULL,
        delivery_status text NOT NULL,
        action_response text,
        signing_status text NOT NULL,
        device_id uuid,
        client_ip text,
        evidence jsonb,
        callback_url text,
        push_message jsonb,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT notification_status CHECK (status IN
          ('ACTIVE', 'UPDATED', 'TAMPERED', 'EXPIRED', 'CANCELLED', 'DISMISSED', 'DISCARD'))
      );
      CREATE UNIQUE INDEX notification_msg_id ON notifications.notification (enterprise_id, test, msg_id);
      -- Ids are ordered by time, so that they serve for "newest first" and for retention too.
      CREATE INDEX notification_listed ON notifications.notification (enterprise_id, test, notification_uuid);
      CREATE INDEX notification_listed_status ON notifications.notification (enterprise_id, test, status, notification_uuid);
      -- A user's two lists. A search reads the user's own history only, whatever others have.
      CREATE INDEX notification_active ON notifications.notification (sub, created_at, notification_uuid) WHERE status = 'ACTIVE';
      CREATE INDEX notification_history ON notifications.notification (sub, updated_at, notification_uuid) WHERE status <> 'ACTIVE';
      CREATE INDEX notification_overdue ON notifications.notification (expiry_at) WHERE status = 'ACTIVE';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notifications.notification');
  }
}
