import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pictures for the engine of other processes wait in the queue of jobs; the table keeps what is asked and answered. The
 * release before puts them into the table only, and gives each a place: they get a job too, as long as they are there.
 */
export class EngineRequests1798100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE idv.engine_job ALTER COLUMN place SET DEFAULT -1;

      CREATE FUNCTION idv.keep_job_of_request() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_OP = 'INSERT' THEN
            INSERT INTO shared.job (id, kind, payload, dedupe_key, due_at, lane)
            VALUES (gen_random_uuid(), 'idv/read-' || NEW.pool, jsonb_build_object('jobId', NEW.job_id, 'needs',
              encode(substring(NEW.job FROM 3 FOR get_byte(NEW.job, 1)), 'escape')), NEW.job_id::text, now(), NEW.tenant);
          ELSE
            DELETE FROM shared.job WHERE kind = 'idv/read-' || OLD.pool AND dedupe_key = OLD.job_id::text
              AND parked_at IS NULL AND lease IS NULL;
          END IF;
          RETURN NULL;
        END $$;
      CREATE TRIGGER asked_by_release_before AFTER INSERT ON idv.engine_job
        FOR EACH ROW WHEN (NEW.place >= 0) EXECUTE FUNCTION idv.keep_job_of_request();
      CREATE TRIGGER read_by_release_before AFTER DELETE ON idv.engine_job
        FOR EACH ROW WHEN (OLD.place >= 0 OR OLD.tries > 0) EXECUTE FUNCTION idv.keep_job_of_request();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER asked_by_release_before ON idv.engine_job;
      DROP TRIGGER read_by_release_before ON idv.engine_job;
      DROP FUNCTION idv.keep_job_of_request();
      ALTER TABLE idv.engine_job ALTER COLUMN place SET DEFAULT 0;
    `);
  }
}
