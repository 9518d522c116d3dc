import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What databases made by an early version of `1795210000000-users` lack: `predefined` and `user_erased`.
 *
 * And indexes of lists and searches leave the erased out. With that condition they cannot serve a look-up by user id: on
 * a table with few rows PostgreSQL thought them as good as the unique index, and kept that plan while the table grew.
 */
export class UserIndexes1795360000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users.activation_code ADD COLUMN IF NOT EXISTS predefined boolean NOT NULL DEFAULT false;
      ALTER TABLE users.activation_code ALTER COLUMN predefined DROP DEFAULT;
      CREATE INDEX IF NOT EXISTS user_erased ON users."user" (enterprise_id, test, user_id) WHERE erased_at IS NOT NULL;
    `);
    await runner.query(indexes('WHERE erased_at IS NULL'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(indexes(''));
  }
}

const indexes = (condition: string): string => `
  DROP INDEX users.user_status_user_id, users.user_group_user_id, users.user_search_user_id;
  CREATE INDEX user_status_user_id ON users."user" (enterprise_id, test, status, user_id) ${condition};
  CREATE INDEX user_group_user_id ON users."user" (enterprise_id, test, primary_group, user_id) ${condition};
  CREATE INDEX user_search_user_id ON users."user" (enterprise_id, test, (lower(user_id) COLLATE "C"), sub) ${condition};`;
