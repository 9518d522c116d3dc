import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens by which clients register themselves, and who may manage such a client. */
export class Registrations1798444000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.initial_access_token (
        id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        name text NOT NULL,
        digest text NOT NULL,
        policy jsonb NOT NULL,
        uses int NOT NULL,
        used int NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL,
        created_by text NOT NULL,
        row_seal text
      );
      CREATE UNIQUE INDEX initial_access_token_listed ON auth.initial_access_token (enterprise_id, test, id);
      CREATE UNIQUE INDEX initial_access_token_digest ON auth.initial_access_token (digest);
      CREATE TABLE auth.client_registration (
        client_id text PRIMARY KEY REFERENCES auth.client ON DELETE CASCADE,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        initial_access_token_id uuid NOT NULL,
        policy jsonb NOT NULL,
        digest text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        row_seal text
      );
      INSERT INTO shared.row_seal_start (table_name, since)
      VALUES ('auth.initial_access_token', 'epoch'), ('auth.client_registration', 'epoch');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM shared.row_seal_start WHERE table_name IN ('auth.initial_access_token', 'auth.client_registration');
      DROP TABLE auth.client_registration;
      DROP TABLE auth.initial_access_token
    `);
  }
}
