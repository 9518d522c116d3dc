import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attributes may be null: a process of an older release inserts users with null in each column that it does not know. */
export class OptionalAttributes1798437000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE users."user" ALTER attributes DROP NOT NULL, ALTER attributes DROP DEFAULT`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE users."user" SET attributes = '{}' WHERE attributes IS NULL;
      ALTER TABLE users."user" ALTER attributes SET DEFAULT '{}', ALTER attributes SET NOT NULL;
    `);
  }
}
