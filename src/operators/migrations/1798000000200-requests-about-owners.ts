import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests about owners of all enterprises are looked for in each of them. */
export class RequestsAboutOwners1798000000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX four_eyes_owners ON operators.four_eyes (id) WHERE right_name = 'owners'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX operators.four_eyes_owners');
  }
}
