import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether an approval on a device counts as a second factor. Those that were registered before do. */
export class DevicesAsSecondFactor1798412000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.device ADD COLUMN second_factor boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.device DROP COLUMN second_factor');
  }
}
