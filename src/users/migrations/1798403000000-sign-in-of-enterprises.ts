import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The rules of an enterprise for the sign-ins of its users: only what it has chosen. */
export class SignInOfEnterprises1798403000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE users.enterprise ADD COLUMN sign_in jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.enterprise DROP COLUMN sign_in');
  }
}
