import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The operator whom the audit log names at the acts of a client, and until when. */
export class OperatorsBehindClients1798200000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.client ADD COLUMN responsible_operator uuid, ADD COLUMN responsible_until timestamptz(3)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.client DROP COLUMN responsible_operator, DROP COLUMN responsible_until');
  }
}
