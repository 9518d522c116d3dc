import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries are removed in the order of their ids, which is that of time: an index less for each write of one. */
export class AgesOfDeliveries1797900000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX shared.webhook_delivery_created');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX webhook_delivery_created ON shared.webhook_delivery (created_at)');
  }
}
