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
        attempts int NOT NULL DEFAULT 1, -- tries begun; the first is its own process's, right after commit
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
        due_at timestamptz NOT NULL, -- while it runs: the end of its lease
        attempts int NOT NULL DEFAULT 0, -- tries begun
        last_error text,
        lease uuid, -- the token of whoever runs it
        again_at timestamptz, -- asked for once more while it runs
        parked_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX job_dedupe ON shared.job (kind, dedupe_key) WHERE parked_at IS NULL;
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
