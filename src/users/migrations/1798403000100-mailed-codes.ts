import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The codes by which users show that they read their mail. */
export class MailedCodes1798403000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users.mailed_code (
        sub         uuid PRIMARY KEY,
        code_hash   text NOT NULL,
        sent_to     text NOT NULL,
        bound_to    text NOT NULL,
        expires_at  timestamptz(3) NOT NULL,
        wrong_tries int NOT NULL,
        used        boolean NOT NULL
      )`);
    await runner.query('CREATE INDEX mailed_code_expired ON users.mailed_code (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE users.mailed_code');
  }
}
