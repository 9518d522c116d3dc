import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What entries are looked for by. Each carries the pages of a filter in their order. */
export class AuditSearch1797400000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX audit_entry_request ON shared.audit_entry (request_id) WHERE request_id IS NOT NULL;
      CREATE INDEX audit_entry_actor ON shared.audit_entry (enterprise_id, test, actor_id, at, id)
        WHERE actor_id IS NOT NULL;
      CREATE INDEX audit_entry_person ON shared.audit_entry (enterprise_id, test, actor_alias, at, id)
        WHERE actor_alias IS NOT NULL;
      CREATE INDEX audit_entry_address ON shared.audit_entry (enterprise_id, test, address, at, id)
        WHERE address IS NOT NULL;
      CREATE INDEX audit_entry_refused ON shared.audit_entry (enterprise_id, test, at, id) WHERE outcome = 'refused';
      CREATE INDEX audit_entry_operator ON shared.audit_entry (enterprise_id, test, at, id)
        WHERE actor_kind = 'operator';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX shared.audit_entry_request, shared.audit_entry_actor, shared.audit_entry_person,
        shared.audit_entry_address, shared.audit_entry_refused, shared.audit_entry_operator;
    `);
  }
}
