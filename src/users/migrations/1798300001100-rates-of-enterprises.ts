import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many requests the clients of an enterprise may make, where it differs from the limit of all. */
export class RatesOfEnterprises1798300001100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.enterprise ADD COLUMN rate_limit jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.enterprise DROP COLUMN rate_limit');
  }
}
