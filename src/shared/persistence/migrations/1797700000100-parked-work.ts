import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Parked work is listed without reading what waits. Each index holds parked rows only. */
export class ParkedWork1797700000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX job_parked ON shared.job (parked_at, id) WHERE parked_at IS NOT NULL;
      CREATE INDEX outbox_parked ON shared.outbox (parked_at, id) WHERE parked_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX shared.job_parked, shared.outbox_parked');
  }
}
