import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The endpoints of enterprises, what is delivered to them, and lanes of jobs that are held for a while. */
export class Webhooks1795420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shared.webhook_endpoint (
        endpoint_id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        url text NOT NULL,
        origin text NOT NULL,
        event_types text[] NOT NULL,
        enabled boolean NOT NULL,
        disabled_by text,
        sealed_secrets bytea NOT NULL,
        failures int NOT NULL,
        failing_since timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      );
      CREATE UNIQUE INDEX webhook_endpoint_listed ON shared.webhook_endpoint (enterprise_id, test, endpoint_id);

      -- No foreign key: what an endpoint leaves behind is removed in batches.
      CREATE TABLE shared.webhook_delivery (
        delivery_id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        endpoint_id uuid NOT NULL,
        event_id uuid NOT NULL,
        type text NOT NULL,
        sealed_content bytea NOT NULL,
        status text NOT NULL CHECK (status IN ('waiting', 'delivered', 'failed')),
        attempts jsonb NOT NULL DEFAULT '[]', -- the last ones, oldest first
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        given_up_at timestamptz(3) NOT NULL -- while it waits: when it fails, whatever was tried
      );
      ALTER TABLE shared.webhook_delivery ALTER COLUMN sealed_content SET STORAGE EXTERNAL;
      CREATE INDEX webhook_delivery_listed ON shared.webhook_delivery (endpoint_id, delivery_id);
      CREATE INDEX webhook_delivery_status ON shared.webhook_delivery (endpoint_id, status, delivery_id);
      CREATE INDEX webhook_delivery_waiting ON shared.webhook_delivery (given_up_at) WHERE status = 'waiting';
      CREATE INDEX webhook_delivery_created ON shared.webhook_delivery (created_at);

      CREATE TABLE shared.job_lane_hold (
        kind text NOT NULL,
        lane text COLLATE "C" NOT NULL,
        until timestamptz NOT NULL,
        PRIMARY KEY (kind, lane)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shared.job_lane_hold, shared.webhook_delivery, shared.webhook_endpoint');
  }
}
