import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The keys that receipts of evidence are signed with. Rows are never deleted. */
export class EvidenceKeys1795600000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.evidence_key (
        kid text PRIMARY KEY,
        public_jwk jsonb NOT NULL,
        sealed_jwk bytea NOT NULL,
        created_at timestamptz(3) NOT NULL,
        retired_at timestamptz(3)
      );
      CREATE UNIQUE INDEX evidence_key_one_active ON auth.evidence_key ((true)) WHERE retired_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.evidence_key');
  }
}
