import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What databases made by an early version of `1795220000000-auth` lack: how refresh tokens follow each other. */
export class EngineRecordParents1795360000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.engine_record ADD COLUMN IF NOT EXISTS parent_hash text;
      ALTER TABLE auth.engine_record ADD COLUMN IF NOT EXISTS repeated_at timestamptz;
      CREATE INDEX IF NOT EXISTS engine_record_parent ON auth.engine_record (parent_hash) WHERE parent_hash IS NOT NULL;
    `);
  }

  /** The migration before makes it so today. */
  async down(): Promise<void> {
    await Promise.resolve();
  }
}
