import type { MigrationInterface, QueryRunner } from 'typeorm';

const STEPS = ['welcome', 'consent', 'document', 'front', 'back', 'confirm', 'selfie', 'optIn', 'kyc', 'done'];
const checkOf = (steps: readonly string[]): string => `
  ALTER TABLE idv.session DROP CONSTRAINT session_step;
  ALTER TABLE idv.session ADD CONSTRAINT session_step
    CHECK (step IN (${steps.map((step) => `'${step}'`).join(', ')})) NOT VALID;
  ALTER TABLE idv.session VALIDATE CONSTRAINT session_step;`;

/** Sessions whose users are verified on the pages of a vendor. */
export class VendorSessions1795800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${checkOf([...STEPS, 'vendor'])}
      ALTER TABLE idv.session ADD COLUMN by_vendor boolean NOT NULL DEFAULT false;
      ALTER TABLE idv.session ADD COLUMN vendor_ref text;
      CREATE UNIQUE INDEX session_vendor ON idv.session (vendor_ref) WHERE vendor_ref IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX idv.session_vendor;
      ALTER TABLE idv.session DROP COLUMN vendor_ref;
      ALTER TABLE idv.session DROP COLUMN by_vendor;
      UPDATE idv.session SET step = 'consent' WHERE step = 'vendor';
      ${checkOf(STEPS)}
    `);
  }
}
