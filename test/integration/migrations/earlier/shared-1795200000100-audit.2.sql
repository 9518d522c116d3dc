CREATE FUNCTION shared.audit_alias_of(salt uuid, subject text) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    encode(substring(sha256(uuid_send(salt) || convert_to(subject, 'UTF8')) FOR 16), 'hex')::uuid;

  CREATE TABLE shared.audit_alias (
    subject text PRIMARY KEY,
    salt uuid NOT NULL DEFAULT gen_random_uuid(),
    alias uuid NOT NULL UNIQUE GENERATED ALWAYS AS (shared.audit_alias_of(salt, subject)) STORED
  );

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
    WHERE subject_alias IS NOT NULL;

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
  );

CREATE FUNCTION shared.audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'The audit log only grows: % on %.% is refused', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
      USING ERRCODE = 'insufficient_privilege';
  END $$;
  
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON shared.audit_entry
    FOR EACH STATEMENT EXECUTE FUNCTION shared.audit_refuse_change();
  ALTER TABLE shared.audit_entry ENABLE ALWAYS TRIGGER append_only;
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON shared.audit_link
    FOR EACH STATEMENT EXECUTE FUNCTION shared.audit_refuse_change();
  ALTER TABLE shared.audit_link ENABLE ALWAYS TRIGGER append_only;
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON shared.audit_checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION shared.audit_refuse_change();
  ALTER TABLE shared.audit_checkpoint ENABLE ALWAYS TRIGGER append_only;
  
  CREATE TRIGGER append_only BEFORE UPDATE OF kid, public_key, made_at OR DELETE OR TRUNCATE ON shared.audit_key
    FOR EACH STATEMENT EXECUTE FUNCTION shared.audit_refuse_change();
  ALTER TABLE shared.audit_key ENABLE ALWAYS TRIGGER append_only;
  
  CREATE TRIGGER append_only BEFORE TRUNCATE ON shared.audit_alias
    FOR EACH STATEMENT EXECUTE FUNCTION shared.audit_refuse_change();
  ALTER TABLE shared.audit_alias ENABLE ALWAYS TRIGGER append_only;

  CREATE TRIGGER fixed BEFORE UPDATE ON shared.audit_alias
    FOR EACH ROW WHEN (OLD.subject <> NEW.subject OR OLD.salt <> NEW.salt)
    EXECUTE FUNCTION shared.audit_refuse_change();
  ALTER TABLE shared.audit_alias ENABLE ALWAYS TRIGGER fixed;
