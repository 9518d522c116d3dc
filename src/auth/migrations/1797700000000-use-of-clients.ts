import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A table of its own: the client's row stays as it is while it is used. */
export class UseOfClients1797700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.client_use (
        client_id text PRIMARY KEY REFERENCES auth.client ON DELETE CASCADE,
        used_at timestamptz(3) NOT NULL
      ) WITH (fillfactor = 70)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.client_use');
  }
}
