import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the audit log has been sent to each system outside. */
export class AuditStreams1798417000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shared.audit_stream (
        target text PRIMARY KEY,
        number bigint NOT NULL CONSTRAINT audit_stream_number_check CHECK (number >= 0),
        leased_by uuid NOT NULL,
        leased_until timestamptz NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shared.audit_stream');
  }
}
