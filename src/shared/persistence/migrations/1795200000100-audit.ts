import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who did what to whom: entries that nobody can change, the chain over them, and its signed checkpoints. */
export class Audit1795200000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PERSONS);
    await runner.query(ENTRIES);
    await runner.query(CHAIN);
    await runner.query(APPEND_ONLY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE shared.audit_alias, shared.audit_entry, shared.audit_link, shared.audit_chain,
        shared.audit_checkpoint, shared.audit_key;
      DROP FUNCTION shared.audit_alias_of, shared.audit_refuse_change;
    `);
  }
}

/**
 * An alias is a commitment: nobody finds another subject and salt with the same hash, so that the chained entries keep
 * saying who it was. Without the row the salt is gone too, and the alias says nothing about anyone.
 */
const PERSONS = `
  CREATE FUNCTION shared.audit_alias_of(salt uuid, subject text) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    encode(substring(sha256(uuid_send(salt) || convert_to(subject, 'UTF8')) FOR 16), 'hex')::uuid;

  CREATE TABLE shared.audit_alias (
    subject text PRIMARY KEY,
    salt uuid NOT NULL DEFAULT gen_random_uuid(),
    alias uuid NOT NULL UNIQUE GENERATED ALWAYS AS (shared.audit_alias_of(salt, subject)) STORED
  );`;

/** The indexes carry the pages of \`AuditLog.list\`; the one on xid finds what the chain has not seen. */
const ENTRIES = `
  CREATE TABLE shared.audit_entry (
    id uuid PRIMARY KEY,
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    kind text NOT NULL,
    outcome text NOT NULL CHECK (outcome IN ('done', 'refused')),
    enterprise_id text,
    test boolean,
    actor_kind text NOT NULL,
    actor_id text,
    actor_alias uuid,
    subject_alias uuid,
    address text,
    request_id text,
    details jsonb NOT NULL,
    CHECK ((enterprise_id IS NULL) = (test IS NULL))
  );
  CREATE INDEX audit_entry_xid ON shared.audit_entry (xid);
  CREATE INDEX audit_entry_at ON shared.audit_entry (enterprise_id, test, at, id);
  CREATE INDEX audit_entry_kind ON shared.audit_entry (enterprise_id, test, kind, at, id);
  CREATE INDEX audit_entry_subject ON shared.audit_entry (enterprise_id, test, subject_alias, at, id)
    WHERE subject_alias IS NOT NULL;`;

/**
 * A link names its entry without a foreign key: checking one would lock, and so rewrite, every entry once more.
 * \`audit_chain\` notes what has been linked: every entry of a transaction before \`below\` that is not in \`open\`.
 * Transaction numbers belong to one cluster; a database restored into another one starts to look anew.
 */
const CHAIN = `
  CREATE TABLE shared.audit_link (
    number bigint PRIMARY KEY CHECK (number > 0),
    entry_id uuid NOT NULL UNIQUE,
    hash bytea NOT NULL
  );
  CREATE TABLE shared.audit_chain (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    cluster bigint NOT NULL,
    below xid8 NOT NULL DEFAULT '0',
    open xid8[] NOT NULL DEFAULT '{}'
  );
  INSERT INTO shared.audit_chain (cluster) SELECT system_identifier FROM pg_control_system();

  CREATE TABLE shared.audit_checkpoint (
    number bigint PRIMARY KEY,
    jws text NOT NULL,
    signed_at timestamptz NOT NULL
  );
  CREATE TABLE shared.audit_key (
    kid text PRIMARY KEY,
    public_key jsonb NOT NULL,
    private_key bytea NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now()
  );`;

/** ENABLE ALWAYS: these triggers also hold for sessions that replay a replication stream. */
const refuse = (table: string, changes: string): string => `
  CREATE TRIGGER append_only BEFORE ${changes} ON shared.${table}
    FOR EACH STATEMENT EXECUTE FUNCTION shared.audit_refuse_change();
  ALTER TABLE shared.${table} ENABLE ALWAYS TRIGGER append_only;`;

/**
 * Triggers, since the owner of a table needs no grant. An alias may be removed: that is how a person is erased. The
 * private half of a checkpoint key may be sealed anew.
 */
const APPEND_ONLY = `
  CREATE FUNCTION shared.audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'The audit log only grows: % on %.% is refused', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
      USING ERRCODE = 'insufficient_privilege';
  END $$;
  ${['audit_entry', 'audit_link', 'audit_checkpoint'].map((t) => refuse(t, 'UPDATE OR DELETE OR TRUNCATE')).join('')}
  ${refuse('audit_key', 'UPDATE OF kid, public_key, made_at OR DELETE OR TRUNCATE')}
  ${refuse('audit_alias', 'TRUNCATE')}

  CREATE TRIGGER fixed BEFORE UPDATE ON shared.audit_alias
    FOR EACH ROW WHEN (OLD.subject <> NEW.subject OR OLD.salt <> NEW.salt)
    EXECUTE FUNCTION shared.audit_refuse_change();
  ALTER TABLE shared.audit_alias ENABLE ALWAYS TRIGGER fixed;`;
