import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A seal over where a notification is called back, and what its hint says. Rows from before keep none. */
export class DeliverySeals1798200000730 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications.notification ADD COLUMN row_seal text;
      INSERT INTO shared.row_seal_start (table_name, since) SELECT 'notifications.notification',
        CASE WHEN EXISTS (SELECT FROM notifications.notification) THEN now() + interval '1 day' ELSE 'epoch' END;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications.notification DROP COLUMN row_seal;
      DELETE FROM shared.row_seal_start WHERE table_name = 'notifications.notification';
    `);
  }
}
