import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The lists of an enterprise's sessions: all, those of a status and those of a user, each by time. */
export class SessionLists1796000700200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX idv.session_of_user;
      CREATE INDEX session_of_user ON idv.session (enterprise_id, test, user_id, created_at, session_id);
      CREATE INDEX session_listed ON idv.session (enterprise_id, test, created_at, session_id);
      CREATE INDEX session_listed_status ON idv.session (enterprise_id, test, status, created_at, session_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX idv.session_listed, idv.session_listed_status, idv.session_of_user;
      CREATE INDEX session_of_user ON idv.session (enterprise_id, test, user_id, session_id);
    `);
  }
}
