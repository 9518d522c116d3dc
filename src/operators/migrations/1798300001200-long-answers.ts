import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The blob of an answer that is too long for a column, such as all that is held about a person. */
export class LongAnswers1798300001200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operators.four_eyes ADD COLUMN answer_blob uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operators.four_eyes DROP COLUMN answer_blob');
  }
}
