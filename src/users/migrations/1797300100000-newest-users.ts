import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The newest users first, and those of them whose verification ended in some way. */
export class NewestUsers1797300100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX user_newest ON users."user" (enterprise_id, test, created_at, user_id) WHERE erased_at IS NULL;
      CREATE INDEX user_newest_idv ON users."user" (enterprise_id, test, idv_status, created_at, user_id)
        WHERE erased_at IS NULL AND idv_status IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX users.user_newest, users.user_newest_idv');
  }
}
