import type { MigrationInterface, QueryRunner } from 'typeorm';

const STEPS = [
  'welcome',
  'consent',
  'document',
  'front',
  'back',
  'confirm',
  'selfie',
  'optIn',
  'kyc',
  'done',
  'vendor',
];
const steps = (all: readonly string[]): string => `
  ALTER TABLE idv.session DROP CONSTRAINT session_step;
  ALTER TABLE idv.session ADD CONSTRAINT session_step
    CHECK (step IN (${all.map((step) => `'${step}'`).join(', ')})) NOT VALID;
  ALTER TABLE idv.session VALIDATE CONSTRAINT session_step;`;

const kinds = (all: string): string => `
  ALTER TABLE idv.evidence DROP CONSTRAINT evidence_kind;
  ALTER TABLE idv.evidence ADD CONSTRAINT evidence_kind CHECK (kind ~ '^(?:${all}|frame-\\d{1,3})$') NOT VALID;
  ALTER TABLE idv.evidence VALIDATE CONSTRAINT evidence_kind;`;

/** The chip of a passport, read by the app of the enterprise. */
export class ChipReadings1798414000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${steps([...STEPS, 'chip'])}
      ${kinds('front|back|selfie|portrait|chip')}
      CREATE TABLE idv.chip_reading (
        session_id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        code_hash text NOT NULL,
        token_hash text,
        number text NOT NULL,
        status text NOT NULL CONSTRAINT chip_reading_status CHECK (status IN ('OFFERED', 'OPEN', 'CHALLENGED', 'TAKEN')),
        tries int NOT NULL,
        sealed_secrets bytea,
        made_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE UNIQUE INDEX chip_reading_code ON idv.chip_reading (code_hash);
      CREATE UNIQUE INDEX chip_reading_token ON idv.chip_reading (token_hash) WHERE token_hash IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE idv.chip_reading;
      DELETE FROM idv.evidence WHERE kind = 'chip';
      UPDATE idv.session SET step = 'confirm' WHERE step = 'chip';
      ${kinds('front|back|selfie|portrait')}
      ${steps(STEPS)}
    `);
  }
}
