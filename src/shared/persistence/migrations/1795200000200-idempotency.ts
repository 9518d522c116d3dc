import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The answers that requests with an Idempotency-Key are to get again. */
export class Idempotency1795200000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shared.idempotency (
        key bytea PRIMARY KEY,
        request bytea NOT NULL,
        run uuid NOT NULL,
        leased_until timestamptz NOT NULL,
        answer bytea,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX idempotency_expiry ON shared.idempotency (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shared.idempotency');
  }
}
