import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replacements of second factors that their users have lost. */
export class FactorRecoveries1798422000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.factor_recovery (
        id uuid PRIMARY KEY,
        sub uuid NOT NULL,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        state text NOT NULL CHECK (state IN ('CHECKING', 'WAITING', 'REFUSED', 'STOPPED', 'DONE')),
        check_id uuid NOT NULL UNIQUE,
        client_id text NOT NULL,
        browser_hash text NOT NULL,
        notification_uuid uuid,
        origin jsonb NOT NULL,
        started_at timestamptz(3) NOT NULL,
        ready_at timestamptz(3),
        ends_at timestamptz(3) NOT NULL,
        row_seal text
      );
      CREATE UNIQUE INDEX factor_recovery_open ON auth.factor_recovery (sub) WHERE state IN ('CHECKING', 'WAITING');
      CREATE INDEX factor_recovery_of_user ON auth.factor_recovery (sub, started_at);
      CREATE INDEX factor_recovery_ends_at ON auth.factor_recovery (ends_at);
      INSERT INTO shared.row_seal_start (table_name, since) VALUES ('auth.factor_recovery', 'epoch');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM shared.row_seal_start WHERE table_name = 'auth.factor_recovery';
      DROP TABLE auth.factor_recovery
    `);
  }
}
