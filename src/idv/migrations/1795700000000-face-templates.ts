import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The faces of users who chose to keep theirs. */
export class FaceTemplates1795700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idv.face_template (
        sub uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        model text NOT NULL,
        sealed_values bytea NOT NULL,
        match_threshold double precision NOT NULL,
        kept_at timestamptz(3) NOT NULL
      );
      CREATE INDEX face_template_of_tenant ON idv.face_template (enterprise_id, test, model, sub);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idv.face_template');
  }
}
