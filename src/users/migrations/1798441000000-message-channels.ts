import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The message channel of an enterprise: address and secret, sealed. */
export class MessageChannels1798441000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.enterprise ADD COLUMN sealed_messages bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.enterprise DROP COLUMN sealed_messages');
  }
}
