import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The whole schema `shared`, in its form of release 1.0. An older database has it already. */
export class SharedBaseline1798449000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS shared;

      -- An alias is a commitment: nobody finds another subject and salt with the same hash, so that the chained
      -- entries keep saying who it was.
      CREATE FUNCTION shared.audit_alias_of(salt uuid, subject text) RETURNS uuid
      LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
        encode(substring(sha256(uuid_send(salt) || convert_to(subject, 'UTF8')) FOR 16), 'hex')::uuid;

      -- A trigger refuses changes of the audit log, since the owner of a table needs no grant. ENABLE ALWAYS: such
      -- a trigger also holds for sessions that replay a replication stream.
      CREATE FUNCTION shared.audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'The audit log only grows: % on %.% is refused', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
          USING ERRCODE = 'insufficient_privilege';
      END $$;

      -- Removes the seal of a row when a process that knows no seals changes what the seal covers.
      CREATE FUNCTION shared.drop_row_seal() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          NEW.row_seal := NULL;
          RETURN NEW;
        END $$;

      -- Events that are committed and not yet handled.
      CREATE TABLE shared.outbox (
        id uuid PRIMARY KEY,
        type text NOT NULL,
        key text NOT NULL,
        payload jsonb NOT NULL,
        occurred_at timestamptz NOT NULL,
        due_at timestamptz NOT NULL,
        attempts int NOT NULL DEFAULT 1, -- tries begun; the first is its own process's, right after commit
        last_error text,
        parked_at timestamptz
      );
      CREATE INDEX outbox_due ON shared.outbox (due_at) WHERE parked_at IS NULL;
      CREATE INDEX outbox_key ON shared.outbox (key);
      CREATE INDEX outbox_parked ON shared.outbox (parked_at, id) WHERE parked_at IS NOT NULL;

      -- Which handler has had which event.
      CREATE TABLE shared.inbox (
        event_id uuid NOT NULL,
        handler text NOT NULL,
        handled_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (event_id, handler)
      );
      CREATE INDEX inbox_handled_at ON shared.inbox (handled_at);

      -- Jobs. One kind may be divided into lanes; their order is that of their bytes, whatever the locale.
      CREATE TABLE shared.job (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        payload jsonb NOT NULL,
        dedupe_key text,
        due_at timestamptz NOT NULL, -- while it runs: the end of its lease
        attempts int NOT NULL DEFAULT 0, -- tries begun
        last_error text,
        lease uuid, -- the token of whoever runs it
        again_at timestamptz, -- asked for once more while it runs
        parked_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        lane text COLLATE "C" NOT NULL DEFAULT ''
      );
      CREATE UNIQUE INDEX job_dedupe ON shared.job (kind, dedupe_key) WHERE parked_at IS NULL;
      CREATE INDEX job_due ON shared.job (kind, due_at) WHERE parked_at IS NULL;
      CREATE INDEX job_lane ON shared.job (kind, lane, due_at) WHERE parked_at IS NULL;
      CREATE INDEX job_running ON shared.job (kind, lane) WHERE lease IS NOT NULL;
      CREATE INDEX job_parked ON shared.job (parked_at, id) WHERE parked_at IS NOT NULL;

      -- Messages to all processes.
      CREATE TABLE shared.signal (
        seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        topic text NOT NULL,
        payload jsonb NOT NULL,
        sent_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX signal_xid ON shared.signal (xid);

      -- The key that keyed hashes are made with.
      CREATE TABLE shared.index_key (
        only_one boolean DEFAULT true PRIMARY KEY CHECK (only_one),
        wrapped bytea NOT NULL
      );

      -- What rate limits exchange between processes. json, not jsonb: what callers send ends up in the keys, and
      -- jsonb refuses some of it.
      CREATE UNLOGGED TABLE shared.rate_usage (
        id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
        process uuid NOT NULL,
        consumed json NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
      );

      -- Under which alias the audit log names a person. The row is removed to erase a person: without its salt the
      -- alias says nothing about anyone.
      CREATE TABLE shared.audit_alias (
        subject text PRIMARY KEY,
        salt uuid NOT NULL DEFAULT gen_random_uuid(),
        alias uuid NOT NULL GENERATED ALWAYS AS (shared.audit_alias_of(salt, subject)) STORED UNIQUE
      );
      CREATE TRIGGER append_only BEFORE TRUNCATE ON shared.audit_alias FOR EACH STATEMENT
        EXECUTE FUNCTION shared.audit_refuse_change();
      ALTER TABLE shared.audit_alias ENABLE ALWAYS TRIGGER append_only;
      CREATE TRIGGER fixed BEFORE UPDATE ON shared.audit_alias FOR EACH ROW
        WHEN (OLD.subject <> NEW.subject OR OLD.salt <> NEW.salt) EXECUTE FUNCTION shared.audit_refuse_change();
      ALTER TABLE shared.audit_alias ENABLE ALWAYS TRIGGER fixed;

      -- Who did what to whom. The indexes carry the pages of AuditLog.list; the one on xid finds what the chain has
      -- not seen.
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
      CREATE INDEX audit_entry_commented ON shared.audit_entry (id) WHERE details ? 'commentsAlias';
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
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON shared.audit_entry FOR EACH STATEMENT
        EXECUTE FUNCTION shared.audit_refuse_change();
      ALTER TABLE shared.audit_entry ENABLE ALWAYS TRIGGER append_only;

      -- The chain over the entries. A link names its entry without a foreign key: checking one would lock, and so
      -- rewrite, every entry once more.
      CREATE TABLE shared.audit_link (
        number bigint PRIMARY KEY CHECK (number > 0),
        entry_id uuid NOT NULL UNIQUE,
        hash bytea NOT NULL
      );
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON shared.audit_link FOR EACH STATEMENT
        EXECUTE FUNCTION shared.audit_refuse_change();
      ALTER TABLE shared.audit_link ENABLE ALWAYS TRIGGER append_only;

      -- What has been linked: every entry of a transaction before below that is not in open. Transaction numbers
      -- belong to one cluster; a database restored into another one starts to look anew.
      CREATE TABLE shared.audit_chain (
        one boolean DEFAULT true PRIMARY KEY CHECK (one),
        cluster bigint NOT NULL,
        below xid8 NOT NULL DEFAULT '0',
        open xid8[] NOT NULL DEFAULT '{}'
      );
      INSERT INTO shared.audit_chain (cluster) SELECT system_identifier FROM pg_control_system();

      -- Signed heads of the chain.
      CREATE TABLE shared.audit_checkpoint (
        number bigint PRIMARY KEY,
        jws text NOT NULL,
        signed_at timestamptz NOT NULL
      );
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON shared.audit_checkpoint FOR EACH STATEMENT
        EXECUTE FUNCTION shared.audit_refuse_change();
      ALTER TABLE shared.audit_checkpoint ENABLE ALWAYS TRIGGER append_only;

      -- The keys of checkpoints. The private half may be sealed anew.
      CREATE TABLE shared.audit_key (
        kid text PRIMARY KEY,
        public_key jsonb NOT NULL,
        private_key bytea NOT NULL,
        made_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TRIGGER append_only BEFORE UPDATE OF kid, public_key, made_at OR DELETE OR TRUNCATE ON shared.audit_key
        FOR EACH STATEMENT EXECUTE FUNCTION shared.audit_refuse_change();
      ALTER TABLE shared.audit_key ENABLE ALWAYS TRIGGER append_only;

      -- The answers that requests with an Idempotency-Key are to get again.
      CREATE TABLE shared.idempotency (
        key bytea PRIMARY KEY,
        request bytea NOT NULL,
        run uuid NOT NULL,
        leased_until timestamptz NOT NULL,
        answer bytea,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX idempotency_expiry ON shared.idempotency (expires_at);

      -- The data key of each owner of blobs. Without the row nothing of an owner can be read again. A removed owner
      -- stays for a day without its key, so that no late upload makes another one.
      CREATE TABLE shared.blob_key (
        key_id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        owner text NOT NULL,
        wrapped bytea,
        removed_at timestamptz(3),
        UNIQUE (enterprise_id, test, owner),
        CONSTRAINT blob_key_removed CHECK ((wrapped IS NULL) = (removed_at IS NOT NULL))
      );
      CREATE INDEX blob_key_removed_at ON shared.blob_key (removed_at) WHERE removed_at IS NOT NULL;

      -- Blobs. storage says where the bytes are.
      CREATE TABLE shared.blob (
        blob_id uuid PRIMARY KEY,
        key_id uuid NOT NULL REFERENCES shared.blob_key ON DELETE CASCADE,
        salt bytea NOT NULL,
        content_type text NOT NULL,
        bytes bigint, -- null until all of it has arrived
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        touched_at timestamptz(3) NOT NULL DEFAULT now(),
        storage text NOT NULL DEFAULT 'postgres'
      );
      CREATE INDEX blob_owner ON shared.blob (key_id, blob_id);
      CREATE INDEX blob_unfinished ON shared.blob (touched_at) WHERE bytes IS NULL;

      -- The bytes of blobs in PostgreSQL. What is sealed does not compress.
      CREATE TABLE shared.blob_chunk (
        blob_id uuid NOT NULL REFERENCES shared.blob ON DELETE CASCADE,
        number int NOT NULL,
        body bytea NOT NULL,
        PRIMARY KEY (blob_id, number)
      );
      ALTER TABLE shared.blob_chunk ALTER COLUMN body SET STORAGE EXTERNAL;

      -- Bytes that are still to be removed from a storage.
      CREATE TABLE shared.removed_blob (
        blob_id uuid PRIMARY KEY,
        storage text NOT NULL,
        removed_at timestamptz(3) NOT NULL DEFAULT now(),
        due_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX removed_blob_due_at ON shared.removed_blob (due_at);

      -- The endpoints of enterprises.
      CREATE TABLE shared.webhook_endpoint (
        endpoint_id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        url text NOT NULL,
        origin text NOT NULL,
        event_types text[] NOT NULL,
        enabled boolean NOT NULL,
        disabled_by text,
        sealed_secrets bytea NOT NULL,
        failures int NOT NULL,
        failing_since timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        row_seal text
      );
      CREATE UNIQUE INDEX webhook_endpoint_listed ON shared.webhook_endpoint (enterprise_id, test, endpoint_id);
      CREATE TRIGGER drop_row_seal BEFORE UPDATE OF enterprise_id, test, url, origin, event_types
        ON shared.webhook_endpoint FOR EACH ROW WHEN (NEW.row_seal IS NOT DISTINCT FROM OLD.row_seal)
        EXECUTE FUNCTION shared.drop_row_seal();

      -- What is delivered to endpoints. No foreign key: what an endpoint leaves behind is removed in batches, in
      -- the order of its ids, which is that of time.
      CREATE TABLE shared.webhook_delivery (
        delivery_id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        endpoint_id uuid NOT NULL,
        event_id uuid NOT NULL,
        type text NOT NULL,
        sealed_content bytea NOT NULL,
        status text NOT NULL CHECK (status IN ('waiting', 'delivered', 'failed')),
        attempts jsonb NOT NULL DEFAULT '[]', -- the last ones, oldest first
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        given_up_at timestamptz(3) NOT NULL, -- while it waits: when it fails, whatever was tried
        about uuid,
        subject uuid
      );
      ALTER TABLE shared.webhook_delivery ALTER COLUMN sealed_content SET STORAGE EXTERNAL;
      CREATE INDEX webhook_delivery_listed ON shared.webhook_delivery (endpoint_id, delivery_id);
      CREATE INDEX webhook_delivery_status ON shared.webhook_delivery (endpoint_id, status, delivery_id);
      CREATE INDEX webhook_delivery_waiting ON shared.webhook_delivery (given_up_at) WHERE status = 'waiting';
      CREATE INDEX webhook_delivery_type ON shared.webhook_delivery (endpoint_id, type, delivery_id);
      CREATE INDEX webhook_delivery_about ON shared.webhook_delivery (about, delivery_id) WHERE about IS NOT NULL;
      CREATE INDEX webhook_delivery_subject ON shared.webhook_delivery (subject, delivery_id)
        WHERE subject IS NOT NULL;

      -- Lanes of jobs that wait for a while.
      CREATE TABLE shared.job_lane_hold (
        kind text NOT NULL,
        lane text COLLATE "C" NOT NULL,
        until timestamptz NOT NULL,
        PRIMARY KEY (kind, lane)
      );

      -- What the upkeep could not work on, and leaves alone for a while.
      CREATE TABLE shared.set_aside (
        work text NOT NULL,
        id text NOT NULL,
        tries int NOT NULL,
        since timestamptz(3) NOT NULL,
        until timestamptz(3) NOT NULL,
        PRIMARY KEY (work, id)
      );

      -- The reasons that were given. A reason may name persons and entries cannot be changed, so it has a row of
      -- its own, which goes with the alias of the subject. commentsAlias among the details commits the entry to its
      -- words.
      CREATE TABLE shared.audit_comment (
        entry_id uuid PRIMARY KEY,
        subject_alias uuid NOT NULL REFERENCES shared.audit_alias(alias) ON DELETE CASCADE,
        comments text NOT NULL
      );
      CREATE INDEX audit_comment_subject ON shared.audit_comment (subject_alias);
      CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON shared.audit_comment FOR EACH STATEMENT
        EXECUTE FUNCTION shared.audit_refuse_change();
      ALTER TABLE shared.audit_comment ENABLE ALWAYS TRIGGER append_only;

      -- What the receiver of a delivery answered.
      CREATE TABLE shared.webhook_answer (
        answer_id uuid PRIMARY KEY,
        delivery_id uuid NOT NULL REFERENCES shared.webhook_delivery ON DELETE CASCADE,
        at timestamptz(3) NOT NULL,
        sealed_text bytea NOT NULL
      );
      CREATE INDEX webhook_answer_delivery ON shared.webhook_answer (delivery_id);

      -- Counts by the hour. Nothing in them names a person.
      CREATE TABLE shared.figure (
        enterprise_id text COLLATE "C" NOT NULL,
        test boolean NOT NULL,
        name text COLLATE "C" NOT NULL,
        dimension text COLLATE "C" NOT NULL,
        at timestamptz NOT NULL,
        key text COLLATE "C" NOT NULL,
        count bigint NOT NULL CHECK (count > 0),
        PRIMARY KEY (enterprise_id, test, name, dimension, at, key)
      );
      CREATE INDEX figure_hour ON shared.figure (name, at);
      CREATE INDEX figure_at ON shared.figure (at);

      -- How far each source of figures was counted.
      CREATE TABLE shared.figure_progress (
        source text PRIMARY KEY,
        until timestamptz NOT NULL,
        recent_at timestamptz,
        deep_at timestamptz,
        counted_at timestamptz NOT NULL
      );

      -- Since when each table has no row without a seal. An empty table has none from the first row on.
      CREATE TABLE shared.row_seal_start (
        table_name text PRIMARY KEY,
        since timestamptz(3) NOT NULL,
        closed text
      );
      INSERT INTO shared.row_seal_start (table_name, since) VALUES ('shared.webhook_endpoint', 'epoch');

      -- Which persons the lists of the last hour have shown to an operator.
      CREATE TABLE shared.listed_person (
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        operator text NOT NULL,
        person text NOT NULL,
        at timestamptz(3) NOT NULL,
        PRIMARY KEY (enterprise_id, test, operator, person)
      );

      -- What configuration files have set, so that changes made elsewhere are told and prune removes nothing else.
      CREATE TABLE shared.managed_object (
        name text COLLATE "C" PRIMARY KEY,
        managed_by text NOT NULL,
        list text NOT NULL,
        enterprise_id text,
        test boolean NOT NULL,
        key text NOT NULL,
        created boolean NOT NULL,
        applied jsonb NOT NULL,
        applied_at timestamptz(3) NOT NULL
      );
      CREATE INDEX managed_object_set ON shared.managed_object (managed_by, name);

      -- How far the audit log has been sent to each system outside.
      CREATE TABLE shared.audit_stream (
        target text PRIMARY KEY,
        number bigint NOT NULL CHECK (number >= 0),
        leased_by uuid NOT NULL,
        leased_until timestamptz NOT NULL
      );

      -- The streams of security events that clients receive.
      CREATE TABLE shared.signal_stream (
        stream_id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        client_id text NOT NULL,
        is_pushed boolean NOT NULL,
        sealed_delivery bytea NOT NULL,
        events_requested text[] NOT NULL,
        events_delivered text[] NOT NULL,
        description text,
        status text NOT NULL CHECK (status IN ('enabled', 'paused', 'disabled')),
        status_reason text,
        failures int NOT NULL,
        verified_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      );
      CREATE UNIQUE INDEX signal_stream_owner ON shared.signal_stream (enterprise_id, test, client_id);

      -- Persons whose events a stream leaves out.
      CREATE TABLE shared.signal_removed_subject (
        stream_id uuid NOT NULL REFERENCES shared.signal_stream ON DELETE CASCADE,
        sub uuid NOT NULL,
        PRIMARY KEY (stream_id, sub)
      );

      -- Security events that wait for their receiver. No foreign key: what a removed stream leaves behind ends by
      -- its age.
      CREATE TABLE shared.security_event (
        event_id uuid PRIMARY KEY,
        stream_id uuid NOT NULL,
        sealed_content bytea NOT NULL
      );
      CREATE INDEX security_event_waiting ON shared.security_event (stream_id, event_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA shared CASCADE');
  }
}
