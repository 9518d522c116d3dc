import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators who receive alarms, in their own mailbox and at a server of theirs. */
export class AlarmSubscriptions1798462000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operators.alarm_subscription (
        sub uuid PRIMARY KEY REFERENCES operators.operator ON DELETE CASCADE,
        mail boolean NOT NULL,
        least_severity text NOT NULL CHECK (least_severity IN ('warning', 'critical')),
        sealed_server bytea
      );`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE operators.alarm_subscription');
  }
}
