import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Blobs in chunks, under a data key for each owner. Without its key's row nothing of an owner can be read again. */
export class Blobs1795370000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shared.blob_key (
        key_id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        owner text NOT NULL,
        wrapped bytea NOT NULL,
        UNIQUE (enterprise_id, test, owner)
      );

      CREATE TABLE shared.blob (
        blob_id uuid PRIMARY KEY,
        key_id uuid NOT NULL REFERENCES shared.blob_key ON DELETE CASCADE,
        salt bytea NOT NULL,
        content_type text NOT NULL,
        bytes bigint, -- null until all of it has arrived
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        touched_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX blob_owner ON shared.blob (key_id, blob_id);
      CREATE INDEX blob_unfinished ON shared.blob (touched_at) WHERE bytes IS NULL;

      CREATE TABLE shared.blob_chunk (
        blob_id uuid NOT NULL REFERENCES shared.blob ON DELETE CASCADE,
        number int NOT NULL,
        body bytea NOT NULL,
        PRIMARY KEY (blob_id, number)
      );
      -- What is sealed does not compress.
      ALTER TABLE shared.blob_chunk ALTER COLUMN body SET STORAGE EXTERNAL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shared.blob_chunk, shared.blob, shared.blob_key');
  }
}
