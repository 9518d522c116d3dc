import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Templates of notifications, each version a row. */
export class NotificationTemplates1795500000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notifications.notification_template (
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        template_id text COLLATE "C" NOT NULL,
        version int NOT NULL,
        variables jsonb NOT NULL,
        body jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (enterprise_id, test, template_id, version)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notifications.notification_template');
  }
}
