import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the access tokens that only identify the user are JWTs, and whom they are for. */
export class AccessTokensOfClients1798200000602 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.client
        ADD COLUMN jwt_access_tokens boolean NOT NULL DEFAULT false,
        ADD COLUMN access_token_audience text
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.client DROP COLUMN jwt_access_tokens, DROP COLUMN access_token_audience');
  }
}
