import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Signing keys may be withdrawn after a leak, and the next one knows when it is to sign. */
export class WithdrawnSigningKeys1795330000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.signing_key ADD COLUMN activates_at timestamptz(3);
      ALTER TABLE auth.signing_key DROP CONSTRAINT signing_key_state;
      ALTER TABLE auth.signing_key ADD CONSTRAINT signing_key_state
        CHECK (state IN ('ACTIVE', 'NEXT', 'RETIRED', 'WITHDRAWN'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM auth.signing_key WHERE state = 'WITHDRAWN';
      ALTER TABLE auth.signing_key DROP CONSTRAINT signing_key_state;
      ALTER TABLE auth.signing_key ADD CONSTRAINT signing_key_state CHECK (state IN ('ACTIVE', 'NEXT', 'RETIRED'));
      ALTER TABLE auth.signing_key DROP COLUMN activates_at;
    `);
  }
}
