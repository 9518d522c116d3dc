import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A phone that another one is asked about: its tokens end when the user does not know it. */
export class GrantsOfNewPhones1798432000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.number_approval ADD COLUMN grant_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.number_approval DROP COLUMN grant_id');
  }
}
