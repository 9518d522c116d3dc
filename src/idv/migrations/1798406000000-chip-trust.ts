import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The operator's trust in states, for the chips of passports. Each row is sealed from the first on. */
export class ChipTrust1798406000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idv.chip_trust (
        kind text NOT NULL,
        source text NOT NULL,
        id text NOT NULL,
        state text NOT NULL,
        der bytea NOT NULL,
        valid_until timestamptz(3),
        imported_at timestamptz(3) NOT NULL,
        note text NOT NULL,
        row_seal text,
        PRIMARY KEY (kind, source, id)
      );
      INSERT INTO shared.row_seal_start (table_name, since) VALUES ('idv.chip_trust', 'epoch');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM shared.row_seal_start WHERE table_name = 'idv.chip_trust';
      DROP TABLE idv.chip_trust;
    `);
  }
}
