import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The queue of reviews, what reviewers decided, and when evidence must go. */
export class Reviews1795410000300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idv.review_decision (
        decision_id uuid PRIMARY KEY,
        session_id uuid NOT NULL,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        client_id text NOT NULL,
        outcome text NOT NULL,
        reasons text[] NOT NULL,
        sealed_reason bytea NOT NULL,
        decided_at timestamptz(3) NOT NULL,
        final boolean NOT NULL
      );
      CREATE INDEX review_decision_session ON idv.review_decision (session_id, decided_at);

      ALTER TABLE idv.session ADD COLUMN drop_at timestamptz(3);
      UPDATE idv.session SET drop_at = finished_at + make_interval(days => (settings->>'retentionDays')::int)
        WHERE finished_at IS NOT NULL;
      CREATE INDEX session_drop_at ON idv.session (drop_at) WHERE drop_at IS NOT NULL;
      CREATE INDEX session_in_review ON idv.session (enterprise_id, test, touched_at, session_id)
        WHERE status = 'REVIEW';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX idv.session_in_review;
      ALTER TABLE idv.session DROP COLUMN drop_at;
      DROP TABLE idv.review_decision;
    `);
  }
}
