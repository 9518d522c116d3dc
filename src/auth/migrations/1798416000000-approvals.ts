import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Approvals on the phone that clients ask for (OpenID Connect CIBA). */
export class Approvals1798416000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.client ADD COLUMN backchannel jsonb;

      CREATE TABLE auth.approval (
        id_hash text PRIMARY KEY,
        notification_uuid uuid NOT NULL UNIQUE,
        client_id text NOT NULL,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        sub uuid NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        request jsonb NOT NULL,
        level int NOT NULL,
        acr text NOT NULL,
        state text NOT NULL CHECK (state IN ('OPEN', 'APPROVED', 'DECLINED', 'EXPIRED', 'FAILED')),
        answer jsonb,
        sealed_ping bytea,
        wait_seconds int NOT NULL DEFAULT 5,
        polled_at timestamptz,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        ended_at timestamptz(3),
        row_seal text
      );
      CREATE INDEX approval_of_user ON auth.approval (sub, created_at);
      CREATE INDEX approval_expires_at ON auth.approval (expires_at);
      INSERT INTO shared.row_seal_start (table_name, since) VALUES ('auth.approval', 'epoch');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM shared.row_seal_start WHERE table_name = 'auth.approval';
      DROP TABLE auth.approval;
      ALTER TABLE auth.client DROP COLUMN backchannel
    `);
  }
}
