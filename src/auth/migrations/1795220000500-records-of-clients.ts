import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a client that is removed leaves behind for long; all else that it has is over within a day. */
export class RecordsOfClients1795220000500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX engine_record_client_id ON auth.engine_record ((payload->>'clientId'))
      WHERE model IN ('Grant', 'RefreshToken')
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX auth.engine_record_client_id');
  }
}
