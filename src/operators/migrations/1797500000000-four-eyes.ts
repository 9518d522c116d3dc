import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calls of operators that wait for a second one. An operator who goes does not take them along. */
export class FourEyes1797500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operators.four_eyes (
        id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        right_name text NOT NULL,
        route text NOT NULL,
        subject uuid,
        state text NOT NULL
          CHECK (state IN ('waiting', 'agreed', 'done', 'failed', 'refused', 'takenBack', 'fallen')),
        asked_by uuid NOT NULL,
        asked_at timestamptz(3) NOT NULL,
        falls_at timestamptz(3) NOT NULL,
        sealed_call bytea NOT NULL,
        decided_by uuid,
        decided_at timestamptz(3),
        sealed_refusal bytea,
        run uuid,
        leased_until timestamptz(3),
        attempts integer NOT NULL DEFAULT 0,
        answer_status integer,
        answer_code text,
        sealed_answer bytea,
        answer_until timestamptz(3),
        CHECK (decided_by IS DISTINCT FROM asked_by OR state = 'takenBack')
      );
      CREATE INDEX four_eyes_list ON operators.four_eyes (enterprise_id, test, id);
      CREATE INDEX four_eyes_open ON operators.four_eyes (state, falls_at) WHERE state IN ('waiting', 'agreed');
      CREATE INDEX four_eyes_subject ON operators.four_eyes (subject) WHERE subject IS NOT NULL;
      CREATE INDEX four_eyes_asked_at ON operators.four_eyes (asked_at);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE operators.four_eyes');
  }
}
