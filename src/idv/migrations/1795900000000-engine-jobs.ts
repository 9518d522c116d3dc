import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pictures that one process hands to another to be read. They are there for seconds: no copy goes into the log. */
export class EngineJobs1795900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE idv.engine_job (
        job_id uuid PRIMARY KEY,
        pool text NOT NULL,
        job bytea NOT NULL,
        wanted_until timestamptz(3) NOT NULL,
        tries smallint NOT NULL DEFAULT 0,
        taken_until timestamptz(3),
        answer bytea
      );
      CREATE INDEX engine_job_open ON idv.engine_job (pool, job_id) WHERE answer IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idv.engine_job');
  }
}
