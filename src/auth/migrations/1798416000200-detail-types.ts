import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Types of authorization details, and the clients that may ask for them. */
export class DetailTypes1798416000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.client ADD COLUMN authorization_details_types text[] NOT NULL DEFAULT '{}';
      CREATE TABLE auth.detail_type (
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        type text COLLATE "C" NOT NULL,
        version int NOT NULL,
        schema jsonb NOT NULL,
        texts jsonb NOT NULL,
        removed boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (enterprise_id, test, type, version)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.detail_type; ALTER TABLE auth.client DROP COLUMN authorization_details_types');
  }
}
