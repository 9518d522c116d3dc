import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Codes for users who have lost their second factor. */
export class RecoveryCodes1798412000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.recovery_code (
        code_hash text PRIMARY KEY,
        sub uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        used_at timestamptz(3)
      )
    `);
    await runner.query('CREATE INDEX recovery_code_sub ON auth.recovery_code (sub)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.recovery_code');
  }
}
