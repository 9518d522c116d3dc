import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What has become of the hint to each device of a notification's user. */
export class Pushes1795500000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications.notification ADD COLUMN pushes jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications.notification DROP COLUMN pushes');
  }
}
