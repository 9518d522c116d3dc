import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How strictly a client signs its users in. */
export class SecurityOfClients1798200000600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.client
        ADD COLUMN require_pkce boolean NOT NULL DEFAULT false,
        ADD COLUMN security_profile text CONSTRAINT client_security_profile CHECK (security_profile IN ('fapi2'))
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.client DROP COLUMN require_pkce, DROP COLUMN security_profile');
  }
}
