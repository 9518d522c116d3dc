import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What configuration files have set, so that changes made elsewhere are told and prune removes nothing else. */
export class ManagedObjects1798407000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shared.managed_object (
        name text COLLATE "C" PRIMARY KEY,
        managed_by text NOT NULL,
        list text NOT NULL,
        enterprise_id text,
        test boolean NOT NULL,
        key text NOT NULL,
        created boolean NOT NULL,
        applied jsonb NOT NULL,
        applied_at timestamptz(3) NOT NULL
      );
      CREATE INDEX managed_object_set ON shared.managed_object (managed_by, name);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shared.managed_object');
  }
}
