import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who was invited by whom, for as long as it decides who may agree. */
export class Invitations1797800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operators.invitation (
        id uuid PRIMARY KEY,
        sub uuid NOT NULL REFERENCES operators.operator ON DELETE CASCADE,
        invited_by uuid,
        invited_at timestamptz(3) NOT NULL
      );
      CREATE INDEX invitation_sub ON operators.invitation (sub);
      CREATE INDEX invitation_invited_at ON operators.invitation (invited_at);
      INSERT INTO operators.invitation (id, sub, invited_at)
        SELECT gen_random_uuid(), sub, invited_at FROM operators.operator;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE operators.invitation');
  }
}
