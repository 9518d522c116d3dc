import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a client was last refused tokens. */
export class RefusalsOfClients1798200000603 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.client_refusal (
        client_id text NOT NULL REFERENCES auth.client ON DELETE CASCADE,
        error text NOT NULL,
        reason text NOT NULL,
        request_id text NOT NULL,
        refused_at timestamptz(3) NOT NULL,
        PRIMARY KEY (client_id, error, reason)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.client_refusal');
  }
}
