import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the mobile surface keeps: changes for sockets that come back, devices of grants, and step-ups under way. */
export class Mobile1795600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS notifications;

      -- Read by snapshots of transactions, not by number: what commits late is then not passed over.
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

      CREATE TABLE notifications.grant_device (
        grant_id text PRIMARY KEY,
        sub uuid NOT NULL,
        device_id uuid NOT NULL,
        bound_at timestamptz(3) NOT NULL
      );
      CREATE INDEX grant_device_device_id ON notifications.grant_device (device_id);

      CREATE TABLE notifications.step_up (
        step_up_id uuid PRIMARY KEY,
        sub uuid NOT NULL,
        notification_uuid uuid NOT NULL,
        response text NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX step_up_sub ON notifications.step_up (sub, expires_at);
      CREATE INDEX step_up_expires_at ON notifications.step_up (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notifications.change, notifications.grant_device, notifications.step_up');
  }
}
