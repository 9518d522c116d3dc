import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Codes of authenticator apps as a second factor. */
export class AuthenticatorApps1798402000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.totp (
        sub uuid PRIMARY KEY,
        sealed_secret bytea NOT NULL,
        last_step bigint NOT NULL,
        created_at timestamptz(3) NOT NULL,
        last_used_at timestamptz(3) NOT NULL
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.totp');
  }
}
