import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clients whose users agree to each request. */
export class ConsentEachTime1798421000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.client ADD COLUMN consent_each_time boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.client DROP COLUMN consent_each_time');
  }
}
