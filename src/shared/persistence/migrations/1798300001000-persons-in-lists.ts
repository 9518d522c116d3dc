import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which persons the lists of the last hour have shown to an operator. */
export class PersonsInLists1798300001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shared.listed_person (
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        operator text NOT NULL,
        person text NOT NULL,
        at timestamptz(3) NOT NULL,
        PRIMARY KEY (enterprise_id, test, operator, person)
      );`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shared.listed_person');
  }
}
