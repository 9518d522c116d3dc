import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A request that has a job says so. The place does not tell it: the release before begins its line at the least place of
 * those that wait, whoever has asked for them.
 */
export class MarkedRequests1798100000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER asked_by_release_before ON idv.engine_job;
      DROP TRIGGER read_by_release_before ON idv.engine_job;
      ALTER TABLE idv.engine_job ALTER COLUMN place SET DEFAULT 0, ADD COLUMN has_job boolean NOT NULL DEFAULT false;
      CREATE TRIGGER asked_by_release_before AFTER INSERT ON idv.engine_job
        FOR EACH ROW WHEN (NOT NEW.has_job) EXECUTE FUNCTION idv.keep_job_of_request();
      CREATE TRIGGER read_by_release_before AFTER DELETE ON idv.engine_job
        FOR EACH ROW WHEN (NOT OLD.has_job OR OLD.tries > 0) EXECUTE FUNCTION idv.keep_job_of_request();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER asked_by_release_before ON idv.engine_job;
      DROP TRIGGER read_by_release_before ON idv.engine_job;
      ALTER TABLE idv.engine_job ALTER COLUMN place SET DEFAULT -1, DROP COLUMN has_job;
      CREATE TRIGGER asked_by_release_before AFTER INSERT ON idv.engine_job
        FOR EACH ROW WHEN (NEW.place >= 0) EXECUTE FUNCTION idv.keep_job_of_request();
      CREATE TRIGGER read_by_release_before AFTER DELETE ON idv.engine_job
        FOR EACH ROW WHEN (OLD.place >= 0 OR OLD.tries > 0) EXECUTE FUNCTION idv.keep_job_of_request();
    `);
  }
}
