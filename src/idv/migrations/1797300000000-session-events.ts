import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Where a session stopped, who has taken its review, what happened in it, and who decided: an operator as well as a
 * client. Processes of the version before write decisions without `decided_by`, so `client_id` stays.
 *
 * Reasons and doubts are found by a GIN index, everything else by an index that has the rows in the order of the list.
 */
export class SessionEvents1797300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE idv.session ADD COLUMN last_step text, ADD COLUMN claimed_by text,
        ADD COLUMN claimed_until timestamptz(3);
      UPDATE idv.session SET last_step = step WHERE status IN ('PENDING', 'IN_PROGRESS');

      CREATE INDEX session_listed_client ON idv.session (enterprise_id, test, client_id, created_at, session_id);
      CREATE INDEX session_listed_type ON idv.session (enterprise_id, test, document_type, created_at, session_id)
        WHERE document_type IS NOT NULL;
      CREATE INDEX session_listed_country ON idv.session (enterprise_id, test, document_country, created_at, session_id)
        WHERE document_country IS NOT NULL;
      CREATE INDEX session_reasons ON idv.session USING gin (reasons, doubts);

      CREATE TABLE idv.session_event (
        session_id uuid NOT NULL REFERENCES idv.session ON DELETE CASCADE,
        event_id bigint GENERATED ALWAYS AS IDENTITY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        at timestamptz(3) NOT NULL,
        kind text NOT NULL,
        step text,
        details jsonb NOT NULL,
        PRIMARY KEY (session_id, event_id)
      );
      CREATE UNIQUE INDEX session_event_once ON idv.session_event (session_id, kind, coalesce(step, ''))
        WHERE kind IN ('link-opened', 'shown');

      ALTER TABLE idv.review_decision ADD COLUMN decided_by text;
      ALTER TABLE idv.review_decision ALTER COLUMN client_id DROP NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE idv.review_decision SET client_id = decided_by WHERE client_id IS NULL;
      ALTER TABLE idv.review_decision ALTER COLUMN client_id SET NOT NULL;
      ALTER TABLE idv.review_decision DROP COLUMN decided_by;
      DROP TABLE idv.session_event;
      DROP INDEX idv.session_listed_client, idv.session_listed_type, idv.session_listed_country, idv.session_reasons;
      ALTER TABLE idv.session DROP COLUMN last_step, DROP COLUMN claimed_by, DROP COLUMN claimed_until;
    `);
  }
}
