import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The whole schema `operators`, in its form of release 1.0. An older database has it already. */
export class OperatorsBaseline1798449003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS operators;

      -- Operators. They are users of an enterprise of their own.
      CREATE TABLE operators.operator (
        sub uuid PRIMARY KEY,
        user_id text NOT NULL UNIQUE,
        invited_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL,
        ends_at timestamptz(3)
      );

      -- The roles of operators.
      CREATE TABLE operators."grant" (
        sub uuid NOT NULL REFERENCES operators.operator ON DELETE CASCADE,
        enterprise_id text NOT NULL,
        side text NOT NULL CHECK (side IN ('live', 'test', 'both')),
        role text NOT NULL CHECK (role IN ('support', 'reviewer', 'security', 'developer', 'owner')),
        PRIMARY KEY (sub, enterprise_id, side, role)
      );

      -- Their sessions at the console.
      CREATE TABLE operators.console_session (
        id uuid PRIMARY KEY,
        cookie_digest text NOT NULL UNIQUE,
        sub uuid NOT NULL REFERENCES operators.operator ON DELETE CASCADE,
        started_at timestamptz(3) NOT NULL,
        last_used_at timestamptz(3) NOT NULL,
        passkey_at timestamptz(3) NOT NULL,
        address text,
        user_agent text
      );
      CREATE INDEX console_session_sub ON operators.console_session (sub);
      CREATE INDEX console_session_started_at ON operators.console_session (started_at);

      -- Keys of the console.
      CREATE TABLE operators.console_key (
        id text PRIMARY KEY,
        sealed_key bytea NOT NULL
      );

      -- Calls of operators that wait for a second one. An operator who goes does not take them along.
      CREATE TABLE operators.four_eyes (
        id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        right_name text NOT NULL,
        route text NOT NULL,
        subject uuid,
        state text NOT NULL CHECK (state IN ('waiting', 'agreed', 'done', 'failed', 'refused', 'takenBack',
          'fallen')),
        asked_by uuid NOT NULL,
        asked_at timestamptz(3) NOT NULL,
        falls_at timestamptz(3) NOT NULL,
        sealed_call bytea NOT NULL,
        decided_by uuid,
        decided_at timestamptz(3),
        sealed_refusal bytea,
        run uuid,
        leased_until timestamptz(3),
        attempts int NOT NULL DEFAULT 0,
        answer_status int,
        answer_code text,
        sealed_answer bytea,
        answer_until timestamptz(3),
        answer_blob uuid,
        CHECK ((decided_by IS DISTINCT FROM asked_by) OR state = 'takenBack')
      );
      CREATE INDEX four_eyes_list ON operators.four_eyes (enterprise_id, test, id);
      CREATE INDEX four_eyes_open ON operators.four_eyes (state, falls_at) WHERE state IN ('waiting', 'agreed');
      CREATE INDEX four_eyes_subject ON operators.four_eyes (subject) WHERE subject IS NOT NULL;
      CREATE INDEX four_eyes_asked_at ON operators.four_eyes (asked_at);
      CREATE INDEX four_eyes_owners ON operators.four_eyes (id) WHERE right_name = 'owners';

      -- When an enterprise was last told of an operator who looks at unusually many persons.
      CREATE TABLE operators.unusual_reading (
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        sub uuid NOT NULL,
        told_at timestamptz(3) NOT NULL,
        PRIMARY KEY (enterprise_id, test, sub)
      );

      -- Who was invited by whom, for as long as it decides who may agree.
      CREATE TABLE operators.invitation (
        id uuid PRIMARY KEY,
        sub uuid NOT NULL REFERENCES operators.operator ON DELETE CASCADE,
        invited_by uuid,
        invited_at timestamptz(3) NOT NULL
      );
      CREATE INDEX invitation_sub ON operators.invitation (sub);
      CREATE INDEX invitation_invited_at ON operators.invitation (invited_at);

      -- What those who run the service were told of, so that each alarm is told once and its end too.
      CREATE TABLE operators.open_alarm (
        kind text PRIMARY KEY,
        severity text NOT NULL CHECK (severity IN ('warning', 'critical')),
        count int NOT NULL,
        since timestamptz(3) NOT NULL,
        seen_at timestamptz(3) NOT NULL,
        told_at timestamptz(3) NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA operators CASCADE');
  }
}
