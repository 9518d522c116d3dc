import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The whole schema `idv`, in its form of release 1.0. An older database has it already. */
export class IdvBaseline1798449004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(String.raw`
      CREATE SCHEMA IF NOT EXISTS idv;

      -- Keeps a job beside each request that a process of the release before has made or reads.
      CREATE FUNCTION idv.keep_job_of_request() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_OP = 'INSERT' THEN
            INSERT INTO shared.job (id, kind, payload, dedupe_key, due_at, lane)
            VALUES (gen_random_uuid(), 'idv/read-' || NEW.pool, jsonb_build_object('jobId', NEW.job_id, 'needs',
              encode(substring(NEW.job FROM 3 FOR get_byte(NEW.job, 1)), 'escape')), NEW.job_id::text, now(), NEW.tenant);
          ELSE
            DELETE FROM shared.job WHERE kind = 'idv/read-' || OLD.pool AND dedupe_key = OLD.job_id::text
              AND parked_at IS NULL AND lease IS NULL;
          END IF;
          RETURN NULL;
        END $$;

      -- The verifications of users.
      CREATE TABLE idv.session (
        session_id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        sub uuid NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        client_id text NOT NULL,
        token_hash text NOT NULL,
        sealed_content bytea NOT NULL,
        redirect_url text NOT NULL,
        error_url text,
        simulation jsonb,
        settings jsonb NOT NULL,
        kyc_required boolean NOT NULL,
        status text NOT NULL CONSTRAINT session_status CHECK (status IN ('PENDING', 'IN_PROGRESS', 'CANCELLED',
          'EXPIRED', 'VERIFIED', 'REVIEW', 'DOCUMENT_REJECTED', 'DOCUMENT_MISMATCH', 'SELFIE_FAILED', 'KYC_FAILED',
          'DECLINED')),
        step text NOT NULL CONSTRAINT session_step CHECK (step IN ('welcome', 'consent', 'document', 'front',
          'back', 'confirm', 'selfie', 'optIn', 'kyc', 'done', 'vendor', 'chip')),
        attempts jsonb NOT NULL,
        reasons text[] NOT NULL,
        doubts text[] NOT NULL,
        pictures int NOT NULL,
        document_type text,
        document_country text,
        document_mark text,
        challenge jsonb,
        sealed_findings bytea,
        kyc_reference_id text,
        opt_in boolean,
        keep_face boolean NOT NULL,
        owner_hash text,
        follower_hash text,
        created_at timestamptz(3) NOT NULL,
        started_at timestamptz(3),
        touched_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        finished_at timestamptz(3),
        version int NOT NULL,
        drop_at timestamptz(3),
        by_vendor boolean NOT NULL DEFAULT false,
        vendor_ref text,
        language text,
        last_step text,
        claimed_by text,
        claimed_until timestamptz(3)
      ) WITH (fillfactor=70);
      CREATE UNIQUE INDEX session_token ON idv.session (token_hash);
      CREATE INDEX session_of_sub ON idv.session (sub);
      CREATE UNIQUE INDEX session_one_open ON idv.session (sub) WHERE status IN ('PENDING', 'IN_PROGRESS');
      CREATE UNIQUE INDEX session_owner ON idv.session (owner_hash) WHERE owner_hash IS NOT NULL;
      CREATE UNIQUE INDEX session_follower ON idv.session (follower_hash) WHERE follower_hash IS NOT NULL;
      CREATE INDEX session_due ON idv.session (expires_at) WHERE status IN ('PENDING', 'IN_PROGRESS');
      CREATE INDEX session_document ON idv.session (enterprise_id, test, document_mark)
        WHERE document_mark IS NOT NULL;
      CREATE INDEX session_drop_at ON idv.session (drop_at) WHERE drop_at IS NOT NULL;
      CREATE INDEX session_in_review ON idv.session (enterprise_id, test, touched_at, session_id)
        WHERE status = 'REVIEW';
      CREATE UNIQUE INDEX session_vendor ON idv.session (vendor_ref) WHERE vendor_ref IS NOT NULL;
      CREATE INDEX session_of_user ON idv.session (enterprise_id, test, user_id, created_at, session_id);
      CREATE INDEX session_listed ON idv.session (enterprise_id, test, created_at, session_id);
      CREATE INDEX session_listed_status ON idv.session (enterprise_id, test, status, created_at, session_id);
      CREATE INDEX session_listed_client ON idv.session (enterprise_id, test, client_id, created_at, session_id);
      CREATE INDEX session_listed_type ON idv.session (enterprise_id, test, document_type, created_at, session_id)
        WHERE document_type IS NOT NULL;
      CREATE INDEX session_listed_country ON idv.session (enterprise_id, test, document_country, created_at,
        session_id) WHERE document_country IS NOT NULL;
      CREATE INDEX session_reasons ON idv.session USING gin (reasons, doubts);

      -- The pictures of a session. Their bytes are blobs, under the session's own key.
      CREATE TABLE idv.evidence (
        session_id uuid NOT NULL,
        kind text NOT NULL CONSTRAINT evidence_kind
          CHECK (kind ~ '^(?:front|back|selfie|portrait|earlier|chip|frame-\d{1,3})$'),
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        blob_id uuid NOT NULL,
        PRIMARY KEY (session_id, kind)
      );

      -- What reviewers decided. decided_by is an operator or a client; the release before writes client_id alone.
      CREATE TABLE idv.review_decision (
        decision_id uuid PRIMARY KEY,
        session_id uuid NOT NULL,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        client_id text,
        outcome text NOT NULL,
        reasons text[] NOT NULL,
        sealed_reason bytea NOT NULL,
        decided_at timestamptz(3) NOT NULL,
        final boolean NOT NULL,
        decided_by text
      );
      CREATE INDEX review_decision_session ON idv.review_decision (session_id, decided_at);

      -- Sessions that are offered to a phone.
      CREATE TABLE idv.handover (
        session_id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        token_hash text NOT NULL,
        phone_hash text,
        number text,
        made_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE UNIQUE INDEX handover_token ON idv.handover (token_hash);
      CREATE UNIQUE INDEX handover_phone ON idv.handover (phone_hash) WHERE phone_hash IS NOT NULL;

      -- The faces of users who chose to keep theirs.
      CREATE TABLE idv.face_template (
        sub uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        model text NOT NULL,
        sealed_values bytea NOT NULL,
        match_threshold float8 NOT NULL,
        kept_at timestamptz(3) NOT NULL
      );
      CREATE INDEX face_template_of_tenant ON idv.face_template (enterprise_id, test, model, sub);

      -- Pictures that one process hands to another to be read. They are there for seconds: no copy goes into the
      -- log.
      CREATE UNLOGGED TABLE idv.engine_job (
        job_id uuid PRIMARY KEY,
        pool text NOT NULL,
        job bytea NOT NULL,
        wanted_until timestamptz(3) NOT NULL,
        tries smallint NOT NULL DEFAULT 0,
        taken_until timestamptz(3),
        answer bytea,
        tenant text NOT NULL DEFAULT '',
        place int NOT NULL DEFAULT 0,
        has_job boolean NOT NULL DEFAULT false
      );
      CREATE INDEX engine_job_open ON idv.engine_job (pool, job_id) WHERE answer IS NULL;
      CREATE TRIGGER asked_by_release_before AFTER INSERT ON idv.engine_job FOR EACH ROW WHEN (NOT NEW.has_job)
        EXECUTE FUNCTION idv.keep_job_of_request();
      CREATE TRIGGER read_by_release_before AFTER DELETE ON idv.engine_job FOR EACH ROW
        WHEN (NOT OLD.has_job OR OLD.tries > 0) EXECUTE FUNCTION idv.keep_job_of_request();

      -- Where the next job of an enterprise starts, for processes of the release before.
      CREATE UNLOGGED TABLE idv.engine_turn (
        pool text NOT NULL,
        tenant text NOT NULL,
        next_place int NOT NULL,
        PRIMARY KEY (pool, tenant)
      );

      -- What happened in a session.
      CREATE TABLE idv.session_event (
        session_id uuid NOT NULL REFERENCES idv.session ON DELETE CASCADE,
        event_id bigint GENERATED ALWAYS AS IDENTITY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        at timestamptz(3) NOT NULL,
        kind text NOT NULL,
        step text,
        details jsonb NOT NULL,
        PRIMARY KEY (session_id, event_id)
      );
      CREATE UNIQUE INDEX session_event_once ON idv.session_event (session_id, kind, coalesce(step, ''))
        WHERE kind IN ('link-opened', 'shown');

      -- The operator's trust in states, for the chips of passports. Each row is sealed from the first on.
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

      -- The chip of a passport, read by the app of the enterprise.
      CREATE TABLE idv.chip_reading (
        session_id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        code_hash text NOT NULL,
        token_hash text,
        number text NOT NULL,
        status text NOT NULL CONSTRAINT chip_reading_status CHECK (status IN ('OFFERED', 'OPEN', 'CHALLENGED',
          'TAKEN')),
        tries int NOT NULL,
        sealed_secrets bytea,
        made_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE UNIQUE INDEX chip_reading_code ON idv.chip_reading (code_hash);
      CREATE UNIQUE INDEX chip_reading_token ON idv.chip_reading (token_hash) WHERE token_hash IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA idv CASCADE');
  }
}
