import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the upkeep could not work on, and leaves alone for a while. */
export class SetAside1796000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shared.set_aside (
        work text NOT NULL,
        id text NOT NULL,
        tries int NOT NULL,
        since timestamptz(3) NOT NULL,
        until timestamptz(3) NOT NULL,
        PRIMARY KEY (work, id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shared.set_aside');
  }
}
