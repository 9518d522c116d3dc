import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The address that a code was mailed to, and the one that a user has proved to read by such a code. */
export class VerifiedEmails1796000500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users.activation_code ADD COLUMN mailed_to text;
      ALTER TABLE users."user" ADD COLUMN verified_email text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users."user" DROP COLUMN verified_email;
      ALTER TABLE users.activation_code DROP COLUMN mailed_to;
    `);
  }
}
