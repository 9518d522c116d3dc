import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Approvals on the phone as a second factor. */
export class NumberApprovals1798412000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.number_approval (
        approval_id uuid PRIMARY KEY,
        sub uuid NOT NULL,
        bound_to text NOT NULL,
        session_uid text,
        notification_uuid uuid,
        outcome text CONSTRAINT number_approval_outcome CHECK (outcome IN ('RIGHT', 'WRONG', 'REFUSED', 'ENDED')),
        used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL
      )
    `);
    await runner.query('CREATE INDEX number_approval_sub ON auth.number_approval (sub, created_at)');
    await runner.query('CREATE INDEX number_approval_bound_to ON auth.number_approval (bound_to, created_at)');
    await runner.query('CREATE INDEX number_approval_created_at ON auth.number_approval (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.number_approval');
  }
}
