import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How sure the sign-ins to a client have to be. */
export class LevelsOfClients1798402000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.client
        ADD COLUMN least_level int CONSTRAINT client_least_level CHECK (least_level BETWEEN 1 AND 3),
        ADD COLUMN default_acr_values text[] NOT NULL DEFAULT '{}'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.client DROP COLUMN least_level, DROP COLUMN default_acr_values');
  }
}
