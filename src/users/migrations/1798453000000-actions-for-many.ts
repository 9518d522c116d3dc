import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Actions for many users at once, and how far each has come. */
export class ActionsForMany1798453000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users.user_action (
        id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        action text NOT NULL,
        total integer NOT NULL,
        handled integer NOT NULL DEFAULT 0,
        failures jsonb NOT NULL DEFAULT '[]',
        request_id text NOT NULL,
        sealed_plan bytea NOT NULL,
        created_at timestamptz(3) NOT NULL,
        ended_at timestamptz(3)
      );
      CREATE INDEX user_action_list ON users.user_action (enterprise_id, test, id);
      CREATE INDEX user_action_created_at ON users.user_action (created_at);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE users.user_action');
  }
}
