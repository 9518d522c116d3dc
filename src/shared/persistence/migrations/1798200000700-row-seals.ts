import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keyed hashes over rows that decide something. A process of the release before knows none: when it changes what a seal
 * covers, `drop_row_seal` removes the seal, and a job makes a new one. `row_seal_start` says how long that goes on.
 */
export class RowSeals1798200000700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shared.row_seal_start (
        table_name text PRIMARY KEY,
        since timestamptz(3) NOT NULL,
        closed text
      );

      CREATE FUNCTION shared.drop_row_seal() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          NEW.row_seal := NULL;
          RETURN NEW;
        END $$;

      ALTER TABLE shared.webhook_endpoint ADD COLUMN row_seal text;
      CREATE TRIGGER drop_row_seal BEFORE UPDATE OF enterprise_id, test, url, origin, event_types
        ON shared.webhook_endpoint FOR EACH ROW
        WHEN (NEW.row_seal IS NOT DISTINCT FROM OLD.row_seal) EXECUTE FUNCTION shared.drop_row_seal();
      INSERT INTO shared.row_seal_start (table_name, since) SELECT 'shared.webhook_endpoint',
        CASE WHEN EXISTS (SELECT FROM shared.webhook_endpoint) THEN now() + interval '1 day' ELSE 'epoch' END;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER drop_row_seal ON shared.webhook_endpoint;
      ALTER TABLE shared.webhook_endpoint DROP COLUMN row_seal;
      DROP FUNCTION shared.drop_row_seal();
      DROP TABLE shared.row_seal_start;
    `);
  }
}
