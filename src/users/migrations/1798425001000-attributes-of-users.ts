import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Facts about users for the claims of the enterprise's own APIs. */
export class AttributesOfUsers1798425001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE users."user" ADD COLUMN attributes jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users."user" DROP COLUMN attributes');
  }
}
