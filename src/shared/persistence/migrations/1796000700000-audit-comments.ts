import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The reasons that were given. A reason may name persons and entries cannot be changed, so it has a row of its own, which
 * goes with the alias of the subject. `commentsAlias` among the details commits the entry to its words.
 */
export class AuditComments1796000700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shared.audit_comment (
        entry_id uuid PRIMARY KEY,
        subject_alias uuid NOT NULL REFERENCES shared.audit_alias (alias) ON DELETE CASCADE,
        comments text NOT NULL
      );
      CREATE INDEX audit_comment_subject ON shared.audit_comment (subject_alias);
      CREATE INDEX audit_entry_commented ON shared.audit_entry (id) WHERE details ? 'commentsAlias';

      CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON shared.audit_comment
        FOR EACH STATEMENT EXECUTE FUNCTION shared.audit_refuse_change();
      ALTER TABLE shared.audit_comment ENABLE ALWAYS TRIGGER append_only;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE shared.audit_comment;
      DROP INDEX shared.audit_entry_commented;
    `);
  }
}
