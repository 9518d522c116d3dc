import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a grant last yielded a code's tokens, to the hour: users see it, and what was unused for a day has no tokens. */
export class UseOfGrants1795340000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.engine_record ADD COLUMN used_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.engine_record DROP COLUMN used_at');
  }
}
