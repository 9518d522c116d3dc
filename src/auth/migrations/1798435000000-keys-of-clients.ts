import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clients that publish their keys themselves, and those that get a signed userinfo. */
export class KeysOfClients1798435000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.client ADD COLUMN jwks_uri text, ADD COLUMN userinfo_alg text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.client DROP COLUMN jwks_uri, DROP COLUMN userinfo_alg');
  }
}
