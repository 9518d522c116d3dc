import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A seal over what became of a notification. Rows that are there have none, and processes of the release before add more
 * until the last of them has ended, which is within a day. `seal_start` says so much, and is sealed itself by the first
 * process that starts. Where nothing was ever asked, there is no exception.
 */
export class OutcomeSeals1796000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications.notification ADD COLUMN outcome_seal text;

      CREATE TABLE notifications.seal_start (
        only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
        since timestamptz(3) NOT NULL,
        seal text
      );
      INSERT INTO notifications.seal_start (since) SELECT
        CASE WHEN EXISTS (SELECT FROM notifications.notification) THEN now() + interval '1 day' ELSE 'epoch' END;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE notifications.seal_start;
      ALTER TABLE notifications.notification DROP COLUMN outcome_seal;
    `);
  }
}
