import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators are users of an enterprise of their own; here are their rights and their sessions at the console. */
export class Operators1797200000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA operators;

      CREATE TABLE operators.operator (
        sub uuid PRIMARY KEY,
        user_id text NOT NULL UNIQUE,
        invited_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL,
        ends_at timestamptz(3)
      );

      CREATE TABLE operators."grant" (
        sub uuid NOT NULL REFERENCES operators.operator ON DELETE CASCADE,
        enterprise_id text NOT NULL,
        side text NOT NULL CHECK (side IN ('live', 'test', 'both')),
        role text NOT NULL CHECK (role IN ('support', 'reviewer', 'security', 'developer', 'owner')),
        PRIMARY KEY (sub, enterprise_id, side, role)
      );

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

      CREATE TABLE operators.console_key (
        id text PRIMARY KEY,
        sealed_key bytea NOT NULL
      );`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA operators CASCADE');
  }
}
