import type { MigrationInterface, QueryRunner } from 'typeorm';

/** APIs of enterprises, and the clients that hold their scopes. */
export class OwnApis1798425000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.client ADD COLUMN api_scopes text[] NOT NULL DEFAULT '{}';
      CREATE TABLE auth.api (
        id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        name text NOT NULL,
        resource text COLLATE "C" NOT NULL,
        scopes jsonb NOT NULL,
        access_token_format text NOT NULL CONSTRAINT api_access_token_format CHECK (access_token_format IN ('jwt', 'opaque')),
        access_token_ttl int,
        signing_alg text NOT NULL,
        claims jsonb NOT NULL,
        introspection_client_id text,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        row_seal text
      );
      CREATE UNIQUE INDEX api_listed ON auth.api (enterprise_id, test, id);
      CREATE UNIQUE INDEX api_resource ON auth.api (lower(rtrim(resource, '/')));
      INSERT INTO shared.row_seal_start (table_name, since) VALUES ('auth.api', 'epoch');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM shared.row_seal_start WHERE table_name = 'auth.api';
      DROP TABLE auth.api;
      ALTER TABLE auth.client DROP COLUMN api_scopes
    `);
  }
}
