import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which storage has a blob's bytes, and which bytes are still to be removed there. */
export class BlobStorages1795410000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE shared.blob ADD COLUMN storage text NOT NULL DEFAULT 'postgres';

      CREATE TABLE shared.removed_blob (
        blob_id uuid PRIMARY KEY,
        storage text NOT NULL,
        removed_at timestamptz(3) NOT NULL DEFAULT now(),
        due_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX removed_blob_due_at ON shared.removed_blob (due_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shared.removed_blob; ALTER TABLE shared.blob DROP COLUMN storage;');
  }
}
