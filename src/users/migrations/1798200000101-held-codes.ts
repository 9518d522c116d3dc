import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when operators need a second one to have an activation code sent, after one has changed the contact data. */
export class HeldCodes1798200000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users."user" ADD COLUMN codes_held_until timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users."user" DROP COLUMN codes_held_until');
  }
}
