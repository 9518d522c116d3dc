import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The whole schema `notifications`, in its form of release 1.0. An older database has it already. */
export class NotificationsBaseline1798449005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS notifications;

      -- Notifications, with the indexes of the lists that are read of them.
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
        status text NOT NULL CONSTRAINT notification_status CHECK (status IN ('ACTIVE', 'UPDATED', 'TAMPERED',
          'EXPIRED', 'CANCELLED', 'DISMISSED', 'DISCARD')),
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
        pushes jsonb,
        outcome_seal text,
        created_by text,
        template_id text COLLATE "C",
        template_version int,
        row_seal text,
        kind text,
        request jsonb
      );
      CREATE UNIQUE INDEX notification_msg_id ON notifications.notification (enterprise_id, test, msg_id);
      -- Ids are ordered by time, so that they serve for "newest first" and for retention too.
      CREATE INDEX notification_listed ON notifications.notification (enterprise_id, test, notification_uuid);
      CREATE INDEX notification_listed_status ON notifications.notification (enterprise_id, test, status,
        notification_uuid);
      -- A user's two lists. A search reads the user's own history only, whatever others have.
      CREATE INDEX notification_active ON notifications.notification (sub, created_at, notification_uuid)
        WHERE status = 'ACTIVE';
      CREATE INDEX notification_history ON notifications.notification (sub, updated_at, notification_uuid)
        WHERE status <> 'ACTIVE';
      CREATE INDEX notification_overdue ON notifications.notification (expiry_at) WHERE status = 'ACTIVE';
      -- Both values come with a write that other indexes take part in anyway.
      CREATE INDEX notification_listed_answer ON notifications.notification (enterprise_id, test, action_response,
        notification_uuid) WHERE action_response IS NOT NULL;
      CREATE INDEX notification_listed_device ON notifications.notification (device_id, notification_uuid)
        WHERE device_id IS NOT NULL;
      CREATE INDEX notification_listed_template ON notifications.notification (enterprise_id, test, template_id,
        notification_uuid) WHERE template_id IS NOT NULL;
      INSERT INTO shared.row_seal_start (table_name, since) VALUES ('notifications.notification', 'epoch');

      -- Templates of notifications, each version a row.
      CREATE TABLE notifications.notification_template (
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        template_id text COLLATE "C" NOT NULL,
        version int NOT NULL,
        variables jsonb NOT NULL,
        body jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (enterprise_id, test, template_id, version)
      );

      -- Changes for sockets that come back. They are read by snapshots of transactions, not by number: what commits
      -- late is then not passed over.
      CREATE TABLE notifications.change (
        seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        sub uuid NOT NULL,
        notification_uuid uuid NOT NULL,
        status text NOT NULL,
        changed_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX change_sub ON notifications.change (sub, xid);
      CREATE INDEX change_xid ON notifications.change (xid);

      -- The device of each grant.
      CREATE TABLE notifications.grant_device (
        grant_id text PRIMARY KEY,
        sub uuid NOT NULL,
        device_id uuid NOT NULL,
        bound_at timestamptz(3) NOT NULL
      );
      CREATE INDEX grant_device_device_id ON notifications.grant_device (device_id);

      -- Step-ups under way.
      CREATE TABLE notifications.step_up (
        step_up_id uuid PRIMARY KEY,
        sub uuid NOT NULL,
        notification_uuid uuid NOT NULL,
        response text NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX step_up_sub ON notifications.step_up (sub, expires_at);
      CREATE INDEX step_up_expires_at ON notifications.step_up (expires_at);

      -- Since when every notification has a seal over its outcome. The first process that starts seals this row.
      CREATE TABLE notifications.seal_start (
        only_one boolean DEFAULT true PRIMARY KEY CHECK (only_one),
        since timestamptz(3) NOT NULL,
        seal text
      );
      INSERT INTO notifications.seal_start (since) VALUES ('epoch');

      -- What an enterprise has stored on a day, in a row for each connection that stores.
      CREATE TABLE notifications.stored_bytes (
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        day date NOT NULL,
        slot smallint NOT NULL,
        bytes bigint NOT NULL,
        PRIMARY KEY (enterprise_id, test, day, slot)
      ) WITH (fillfactor=50);

      -- What happened between a question and its end. No foreign key: checking one would lock the row that an
      -- answer waits for. They are removed with it.
      CREATE TABLE notifications.notification_event (
        notification_uuid uuid NOT NULL,
        seq bigint GENERATED ALWAYS AS IDENTITY,
        at timestamptz(3) NOT NULL DEFAULT now(),
        kind text NOT NULL,
        device_id uuid,
        details jsonb NOT NULL,
        PRIMARY KEY (notification_uuid, seq)
      );
      CREATE UNIQUE INDEX notification_event_listed ON notifications.notification_event (notification_uuid,
        coalesce(device_id, '00000000-0000-0000-0000-000000000000')) WHERE kind = 'listed';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA notifications CASCADE');
  }
}
