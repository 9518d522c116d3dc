import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the app of a device can ask for a number that its user types. Null: it has never said it. */
export class DevicesThatTypeNumbers1798436000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.device ADD COLUMN types_numbers boolean');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.device DROP COLUMN types_numbers');
  }
}
