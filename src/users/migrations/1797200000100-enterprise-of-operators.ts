import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators are users of an enterprise whose id nobody can choose. */
export class EnterpriseOfOperators1797200000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO users.enterprise (enterprise_id, name, branding, retention_days, created_at, updated_at)
      VALUES ('~operators', 'Operators', '{}', 30, now(), now())`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM users.enterprise WHERE enterprise_id = '~operators'`);
  }
}
