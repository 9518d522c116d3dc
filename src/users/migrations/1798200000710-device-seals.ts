import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A seal over the key of each device. No process ever changes what it covers. */
export class DeviceSeals1798200000710 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users.device ADD COLUMN row_seal text;
      INSERT INTO shared.row_seal_start (table_name, since) SELECT 'users.device',
        CASE WHEN EXISTS (SELECT FROM users.device) THEN now() + interval '1 day' ELSE 'epoch' END;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users.device DROP COLUMN row_seal;
      DELETE FROM shared.row_seal_start WHERE table_name = 'users.device';
    `);
  }
}
