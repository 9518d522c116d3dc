import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an enterprise may store in notifications on a day, where it differs from the limit of all. */
export class DailyStorage1796000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.enterprise ADD COLUMN daily_notification_mib int');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.enterprise DROP COLUMN daily_notification_mib');
  }
}
