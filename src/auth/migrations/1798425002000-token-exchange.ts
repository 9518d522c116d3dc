import type { MigrationInterface, QueryRunner } from 'typeorm';

/** APIs whose tokens may be exchanged for those of another one. */
export class TokenExchange1798425002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE auth.api ADD COLUMN exchange_from text[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.api DROP COLUMN exchange_from');
  }
}
