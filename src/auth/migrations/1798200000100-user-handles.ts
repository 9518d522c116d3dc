import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The user handle of each passkey, so that another one is refused. Those of before note it at their next use. */
export class UserHandles1798200000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.passkey ADD COLUMN user_handle text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.passkey DROP COLUMN user_handle');
  }
}
