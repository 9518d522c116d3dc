import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The front of a card as it was shown before. */
export class EarlierFronts1798421001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE idv.evidence DROP CONSTRAINT evidence_kind;
      ALTER TABLE idv.evidence ADD CONSTRAINT evidence_kind
        CHECK (kind ~ '^(?:front|back|selfie|portrait|earlier|chip|frame-\\d{1,3})$') NOT VALID;
      ALTER TABLE idv.evidence VALIDATE CONSTRAINT evidence_kind
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM idv.evidence WHERE kind = 'earlier';
      ALTER TABLE idv.evidence DROP CONSTRAINT evidence_kind;
      ALTER TABLE idv.evidence ADD CONSTRAINT evidence_kind
        CHECK (kind ~ '^(?:front|back|selfie|portrait|chip|frame-\\d{1,3})$')
    `);
  }
}
