import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The mark of a removed owner stays for a day without its key, so that no late upload makes another one. */
export class RemovedBlobOwners1795410000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE shared.blob_key ALTER COLUMN wrapped DROP NOT NULL;
      ALTER TABLE shared.blob_key ADD COLUMN removed_at timestamptz(3);
      ALTER TABLE shared.blob_key ADD CONSTRAINT blob_key_removed CHECK ((wrapped IS NULL) = (removed_at IS NOT NULL));
      CREATE INDEX blob_key_removed_at ON shared.blob_key (removed_at) WHERE removed_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM shared.blob_key WHERE wrapped IS NULL;
      DROP INDEX shared.blob_key_removed_at;
      ALTER TABLE shared.blob_key DROP CONSTRAINT blob_key_removed;
      ALTER TABLE shared.blob_key DROP COLUMN removed_at;
      ALTER TABLE shared.blob_key ALTER COLUMN wrapped SET NOT NULL;
    `);
  }
}
