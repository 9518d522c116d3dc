import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The mail addresses that users enter themselves, and that the old address can undo. */
export class AddressChanges1798413000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users.address_change (
        id          uuid PRIMARY KEY,
        sub         uuid NOT NULL,
        state       text NOT NULL CONSTRAINT address_change_state CHECK (state IN ('ASKED', 'CHANGED', 'UNDONE')),
        from_email  text,
        to_email    text NOT NULL,
        code_hash   text,
        bound_to    text NOT NULL,
        wrong_tries int NOT NULL,
        changed_at  timestamptz(3) NOT NULL,
        ends_at     timestamptz(3) NOT NULL
      )`);
    await runner.query('CREATE INDEX address_change_of_user ON users.address_change (sub, changed_at)');
    await runner.query('CREATE INDEX address_change_over ON users.address_change (ends_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE users.address_change');
  }
}
