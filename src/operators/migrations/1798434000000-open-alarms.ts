import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What those who run the service were told of, so that each alarm is told once and its end too. */
export class OpenAlarms1798434000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operators.open_alarm (
        kind text PRIMARY KEY,
        severity text NOT NULL CONSTRAINT open_alarm_severity_check CHECK (severity IN ('warning', 'critical')),
        count integer NOT NULL,
        since timestamptz(3) NOT NULL,
        seen_at timestamptz(3) NOT NULL,
        told_at timestamptz(3) NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE operators.open_alarm');
  }
}
