import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts by the hour, and how far each source of them was counted. Nothing in it names a person. */
export class Figures1797600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shared.figure (
        enterprise_id text COLLATE "C" NOT NULL,
        test boolean NOT NULL,
        name text COLLATE "C" NOT NULL,
        dimension text COLLATE "C" NOT NULL,
        at timestamptz NOT NULL,
        key text COLLATE "C" NOT NULL,
        count bigint NOT NULL CHECK (count > 0),
        PRIMARY KEY (enterprise_id, test, name, dimension, at, key)
      );
      CREATE INDEX figure_hour ON shared.figure (name, at);
      CREATE INDEX figure_at ON shared.figure (at);

      CREATE TABLE shared.figure_progress (
        source text PRIMARY KEY,
        until timestamptz NOT NULL,
        recent_at timestamptz,
        deep_at timestamptz,
        counted_at timestamptz NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shared.figure, shared.figure_progress');
  }
}
