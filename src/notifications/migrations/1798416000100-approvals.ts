import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a client wants to do, as a machine reads it, of the notifications that it asks for by a program. */
export class Approvals1798416000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications.notification ADD COLUMN kind text, ADD COLUMN request jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications.notification DROP COLUMN kind, DROP COLUMN request');
  }
}
