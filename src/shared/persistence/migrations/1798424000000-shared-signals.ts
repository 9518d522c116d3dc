import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The streams of security events that clients receive, and the events that wait for them. */
export class SharedSignals1798424000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shared.signal_stream (
        stream_id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        client_id text NOT NULL,
        is_pushed boolean NOT NULL,
        sealed_delivery bytea NOT NULL,
        events_requested text[] NOT NULL,
        events_delivered text[] NOT NULL,
        description text,
        status text NOT NULL CONSTRAINT signal_stream_status_check CHECK (status IN ('enabled', 'paused', 'disabled')),
        status_reason text,
        failures int NOT NULL,
        verified_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      );
      CREATE UNIQUE INDEX signal_stream_owner ON shared.signal_stream (enterprise_id, test, client_id);

      CREATE TABLE shared.signal_removed_subject (
        stream_id uuid NOT NULL REFERENCES shared.signal_stream (stream_id) ON DELETE CASCADE,
        sub uuid NOT NULL,
        PRIMARY KEY (stream_id, sub)
      );

      -- No foreign key: what a removed stream leaves behind ends by its age.
      CREATE TABLE shared.security_event (
        event_id uuid PRIMARY KEY,
        stream_id uuid NOT NULL,
        sealed_content bytea NOT NULL
      );
      CREATE INDEX security_event_waiting ON shared.security_event (stream_id, event_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shared.security_event, shared.signal_removed_subject, shared.signal_stream');
  }
}
