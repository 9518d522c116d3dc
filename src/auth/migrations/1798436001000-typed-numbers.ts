import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Approvals whose number is typed. Null: it is chosen among three. */
export class TypedNumbers1798436001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.number_approval ADD COLUMN typed text
      CONSTRAINT number_approval_typed CHECK (typed IN ('ASKED', 'RIGHT', 'WRONG'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.number_approval DROP COLUMN typed');
  }
}
