import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A language that the enterprise has given is told from none. What was stored before counts as given. */
export class GivenLanguages1796000600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE users."user" ALTER COLUMN language DROP NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE users."user" SET language = 'en' WHERE language IS NULL;
      ALTER TABLE users."user" ALTER COLUMN language SET NOT NULL;
    `);
  }
}
