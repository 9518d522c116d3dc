import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether all clients of an enterprise have to use PKCE. */
export class PkceOfEnterprises1798200000601 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.enterprise ADD COLUMN require_pkce boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.enterprise DROP COLUMN require_pkce');
  }
}
