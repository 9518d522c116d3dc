import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exports of many persons that two have agreed on, until they are taken or their day is over. */
export class AllowedExports1798000000300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users.allowed_export (
        id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        asked_by text NOT NULL,
        agreed_by uuid,
        sealed_terms bytea NOT NULL,
        ends_at timestamptz(3) NOT NULL
      );
      CREATE INDEX allowed_export_ends_at ON users.allowed_export (ends_at);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE users.allowed_export');
  }
}
