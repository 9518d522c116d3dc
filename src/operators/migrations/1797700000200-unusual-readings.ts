import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an enterprise was last told of an operator who looks at unusually many persons. */
export class UnusualReadings1797700000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operators.unusual_reading (
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        sub uuid NOT NULL,
        told_at timestamptz(3) NOT NULL,
        PRIMARY KEY (enterprise_id, test, sub)
      );`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE operators.unusual_reading');
  }
}
