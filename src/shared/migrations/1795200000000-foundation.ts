import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events with their inbox, jobs and signals. */
export class Foundation1795200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS shared;

      CREATE TABLE shared.outbox (
        id uuid PRIMARY KEY,
        type text NOT NULL,
        key text NOT NULL,
        payload jsonb NOT NULL,
        occurred_at timestamptz NOT NULL,
        due_at timestamptz NOT NULL,
        attempts int NOT NULL DEFAULT 0,
        last_error text,
        parked_at timestamptz
      );
      CREATE INDEX outbox_due ON shared.outbox (due_at) WHERE parked_at IS NULL;
      CREATE INDEX outbox_key ON shared.outbox (key);

      CREATE TABLE shared.inbox (
        event_id uuid NOT NULL,
        handler text NOT NULL,
        handled_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (event_id, handler)
      );
      CREATE INDEX inbox_handled_at ON shared.inbox (handled_at);

      CREATE TABLE shared.job (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        payload jsonb NOT NULL,
        dedupe_key text,
        due_at timestamptz NOT NULL,
        attempts int NOT NULL DEFAULT 0,
        last_error text,
        leased_until timestamptz,
        leased_by text,
        parked_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (kind, dedupe_key)
      );
      CREATE INDEX job_due ON shared.job (kind, due_at) WHERE parked_at IS NULL;

      CREATE TABLE shared.signal (
        seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        topic text NOT NULL,
        payload jsonb NOT NULL,
        sent_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX signal_xid ON shared.signal (xid);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA shared CASCADE');
  }
}
