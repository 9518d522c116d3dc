import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What databases made by an early version of `1795200000100-audit` lack: the chain names its cluster. */
export class AuditCluster1795360000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE shared.audit_chain SET cluster = (SELECT system_identifier FROM pg_control_system()) WHERE cluster IS NULL;
      ALTER TABLE shared.audit_chain ALTER COLUMN cluster SET NOT NULL;
    `);
  }

  /** The migration before makes it so today. */
  async down(): Promise<void> {
    await Promise.resolve();
  }
}
