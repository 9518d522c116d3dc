import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The key that keyed hashes are made with, and what rate limits exchange between processes. */
export class SharedKeys1795200000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shared.index_key (
        only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
        wrapped bytea NOT NULL
      );

      -- json, not jsonb: what callers send ends up in the keys, and jsonb refuses some of it.
      CREATE UNLOGGED TABLE shared.rate_usage (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        process uuid NOT NULL,
        consumed json NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shared.rate_usage, shared.index_key');
  }
}
