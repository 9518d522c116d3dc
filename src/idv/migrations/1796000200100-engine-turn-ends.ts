import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the next job of an enterprise would start, also when all that it has asked for is answered and gone. */
export class EngineTurnEnds1796000200100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE idv.engine_turn (
        pool text NOT NULL,
        tenant text NOT NULL,
        next_place int NOT NULL,
        PRIMARY KEY (pool, tenant)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idv.engine_turn');
  }
}
