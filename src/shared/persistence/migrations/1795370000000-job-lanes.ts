import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs of one kind may be divided into lanes. The order of lanes is that of their bytes, whatever the locale. */
export class JobLanes1795370000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE shared.job ADD COLUMN lane text COLLATE "C" NOT NULL DEFAULT '';
      CREATE INDEX job_lane ON shared.job (kind, lane, due_at) WHERE parked_at IS NULL;
      CREATE INDEX job_running ON shared.job (kind, lane) WHERE lease IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE shared.job DROP COLUMN lane');
  }
}
