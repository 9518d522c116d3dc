import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The language of all pages of a session. */
export class SessionLanguages1796000600100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idv.session ADD COLUMN language text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idv.session DROP COLUMN language');
  }
}
