import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an enterprise has stored on a day, in a row for each connection that stores. */
export class StoredBytes1796000300100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notifications.stored_bytes (
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        day date NOT NULL,
        slot smallint NOT NULL,
        bytes bigint NOT NULL,
        PRIMARY KEY (enterprise_id, test, day, slot)
      ) WITH (fillfactor = 50)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notifications.stored_bytes');
  }
}
