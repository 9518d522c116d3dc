import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Browsers that count as a second factor for some days. */
export class RememberedBrowsers1798422001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.remembered_browser (
        id uuid PRIMARY KEY,
        sub uuid NOT NULL,
        token_hash text NOT NULL UNIQUE,
        origin jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL,
        last_used_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX remembered_browser_of_user ON auth.remembered_browser (sub, created_at);
      CREATE INDEX remembered_browser_expires_at ON auth.remembered_browser (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.remembered_browser');
  }
}
