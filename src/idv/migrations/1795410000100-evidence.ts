import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The pictures of a session. Their bytes are blobs, under the session's own key. */
export class Evidence1795410000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS idv;
      CREATE TABLE idv.evidence (
        session_id uuid NOT NULL,
        kind text NOT NULL,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        blob_id uuid NOT NULL,
        PRIMARY KEY (session_id, kind),
        CONSTRAINT evidence_kind CHECK (kind ~ '^(?:front|back|selfie|portrait|frame-\\d{1,3})$')
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idv.evidence');
  }
}
