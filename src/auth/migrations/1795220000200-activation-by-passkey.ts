import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An activation makes a password live, or a passkey in its place. */
export class ActivationByPasskey1795220000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.activation
        ADD COLUMN passkey jsonb,
        DROP CONSTRAINT activation_pending_or_live,
        ADD CONSTRAINT activation_pending_or_live CHECK (num_nonnulls(live_at, password_hash, passkey) = 1);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM auth.activation WHERE passkey IS NOT NULL;
      ALTER TABLE auth.activation
        DROP CONSTRAINT activation_pending_or_live,
        DROP COLUMN passkey,
        ADD CONSTRAINT activation_pending_or_live CHECK ((live_at IS NULL) = (password_hash IS NOT NULL));
    `);
  }
}
