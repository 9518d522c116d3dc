import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a delivery is about, and what its receiver answered. */
export class DeliverySearch1797400000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE shared.webhook_delivery ADD COLUMN about uuid, ADD COLUMN subject uuid;
      CREATE INDEX webhook_delivery_type ON shared.webhook_delivery (endpoint_id, type, delivery_id);
      CREATE INDEX webhook_delivery_about ON shared.webhook_delivery (about, delivery_id) WHERE about IS NOT NULL;
      CREATE INDEX webhook_delivery_subject ON shared.webhook_delivery (subject, delivery_id) WHERE subject IS NOT NULL;

      CREATE TABLE shared.webhook_answer (
        answer_id uuid PRIMARY KEY,
        delivery_id uuid NOT NULL REFERENCES shared.webhook_delivery ON DELETE CASCADE,
        at timestamptz(3) NOT NULL,
        sealed_text bytea NOT NULL
      );
      CREATE INDEX webhook_answer_delivery ON shared.webhook_answer (delivery_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE shared.webhook_answer;
      DROP INDEX shared.webhook_delivery_type;
      ALTER TABLE shared.webhook_delivery DROP COLUMN about, DROP COLUMN subject;
    `);
  }
}
