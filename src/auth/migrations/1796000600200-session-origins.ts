import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a login session began, for its user to recognise it. It is gone with the session. */
export class SessionOrigins1796000600200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE auth.engine_record ADD COLUMN origin jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE auth.engine_record DROP COLUMN origin`);
  }
}
