import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Enterprises take turns at the engine of other processes. */
export class EngineTurns1796000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE idv.engine_job
        ADD COLUMN tenant text NOT NULL DEFAULT '',
        ADD COLUMN place int NOT NULL DEFAULT 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idv.engine_job DROP COLUMN tenant, DROP COLUMN place');
  }
}
