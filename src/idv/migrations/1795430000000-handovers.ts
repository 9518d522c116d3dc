import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions that are offered to a phone. */
export class Handovers1795430000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idv.handover (
        session_id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        token_hash text NOT NULL,
        phone_hash text,
        number text,
        made_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE UNIQUE INDEX handover_token ON idv.handover (token_hash);
      CREATE UNIQUE INDEX handover_phone ON idv.handover (phone_hash) WHERE phone_hash IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idv.handover');
  }
}
