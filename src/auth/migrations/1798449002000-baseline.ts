import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The whole schema `auth`, in its form of release 1.0. An older database has it already. */
export class AuthBaseline1798449002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS auth;

      -- The keys that sign tokens.
      CREATE TABLE auth.signing_key (
        kid text PRIMARY KEY,
        algorithm text NOT NULL,
        state text NOT NULL CONSTRAINT signing_key_state CHECK (state IN ('ACTIVE', 'NEXT', 'RETIRED', 'WITHDRAWN')),
        public_jwk jsonb NOT NULL,
        sealed_jwk bytea NOT NULL,
        created_at timestamptz(3) NOT NULL,
        activated_at timestamptz(3),
        retired_at timestamptz(3),
        activates_at timestamptz(3)
      );
      -- Two processes that both find no key make one: the index refuses the second.
      CREATE UNIQUE INDEX signing_key_one_active ON auth.signing_key (algorithm) WHERE state = 'ACTIVE';
      CREATE UNIQUE INDEX signing_key_one_next ON auth.signing_key (algorithm) WHERE state = 'NEXT';

      -- Clients of enterprises.
      CREATE TABLE auth.client (
        client_id text PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        administrator boolean NOT NULL,
        client_name text NOT NULL,
        redirect_uris text[] NOT NULL,
        post_logout_redirect_uris text[] NOT NULL,
        grant_types text[] NOT NULL,
        scopes text[] NOT NULL,
        auth_method text NOT NULL,
        jwks jsonb,
        application_type text NOT NULL,
        first_party boolean NOT NULL,
        access_token_ttl int,
        refresh_token_ttl int,
        error_url text,
        logo_uri text,
        allowed_origins text[] NOT NULL,
        allowed_callers text[] NOT NULL,
        backchannel_logout_uri text,
        id_token_alg text NOT NULL,
        dpop_bound boolean NOT NULL,
        par_required boolean NOT NULL,
        sealed_kyc bytea,
        idv jsonb,
        secrets jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        created_by text NOT NULL,
        responsible_operator uuid,
        responsible_until timestamptz(3),
        require_pkce boolean NOT NULL DEFAULT false,
        security_profile text CONSTRAINT client_security_profile CHECK (security_profile = 'fapi2'),
        jwt_access_tokens boolean NOT NULL DEFAULT false,
        access_token_audience text,
        row_seal text,
        least_level int CONSTRAINT client_least_level CHECK (least_level >= 1 AND least_level <= 3),
        default_acr_values text[] NOT NULL DEFAULT '{}',
        backchannel jsonb,
        authorization_details_types text[] NOT NULL DEFAULT '{}',
        consent_each_time boolean NOT NULL DEFAULT false,
        api_scopes text[] NOT NULL DEFAULT '{}',
        jwks_uri text,
        userinfo_alg text
      );
      CREATE UNIQUE INDEX client_listed ON auth.client (enterprise_id, test, client_id);
      CREATE INDEX client_allowed_origins ON auth.client USING gin (allowed_origins);
      CREATE TRIGGER drop_row_seal BEFORE UPDATE OF enterprise_id, test, administrator, client_name, redirect_uris,
        post_logout_redirect_uris, grant_types, scopes, auth_method, jwks, application_type, first_party,
        access_token_ttl, refresh_token_ttl, error_url, logo_uri, allowed_origins, allowed_callers,
        backchannel_logout_uri, id_token_alg, dpop_bound, par_required, idv, secrets ON auth.client FOR EACH ROW
        WHEN (NEW.row_seal IS NOT DISTINCT FROM OLD.row_seal) EXECUTE FUNCTION shared.drop_row_seal();
      INSERT INTO shared.row_seal_start (table_name, since) VALUES ('auth.client', 'epoch');

      -- Codes, tokens, grants, sessions and interactions, as the protocol engine keeps them. Most live for minutes.
      CREATE TABLE auth.engine_record (
        model text NOT NULL,
        id_hash text NOT NULL,
        payload jsonb NOT NULL,
        grant_id text,
        account_id text,
        uid text,
        since timestamptz,
        expires_at timestamptz,
        consumed_at timestamptz,
        parent_hash text, -- Of refresh tokens: the one before, and whether that was used once more.
        repeated_at timestamptz,
        used_at timestamptz,
        origin jsonb,
        PRIMARY KEY (model, id_hash)
      ) WITH (fillfactor=70);
      CREATE INDEX engine_record_grant_id ON auth.engine_record (grant_id) WHERE grant_id IS NOT NULL;
      CREATE INDEX engine_record_account_id ON auth.engine_record (account_id) WHERE account_id IS NOT NULL;
      CREATE INDEX engine_record_uid ON auth.engine_record (model, uid) WHERE uid IS NOT NULL;
      CREATE INDEX engine_record_parent ON auth.engine_record (parent_hash) WHERE parent_hash IS NOT NULL;
      CREATE INDEX engine_record_expires_at ON auth.engine_record (expires_at);
      CREATE INDEX engine_record_client_id ON auth.engine_record ((payload->>'clientId')) WHERE model IN ('Grant',
        'RefreshToken');

      -- Access tokens that are void before their time.
      CREATE TABLE auth.denied_token (
        jti text PRIMARY KEY,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX denied_token_expires_at ON auth.denied_token (expires_at);

      -- Tokens of a user, client or grant that were issued before a moment are void.
      CREATE TABLE auth.cut_off (
        kind text NOT NULL,
        id text NOT NULL,
        before timestamptz(3) NOT NULL,
        reason text NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        PRIMARY KEY (kind, id)
      );
      CREATE INDEX cut_off_expires_at ON auth.cut_off (expires_at);

      -- The passwords of users, as hashes.
      CREATE TABLE auth.password (
        sub uuid PRIMARY KEY,
        hash text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        row_seal text
      );
      CREATE TRIGGER drop_row_seal BEFORE UPDATE OF hash ON auth.password FOR EACH ROW
        WHEN (NEW.row_seal IS NOT DISTINCT FROM OLD.row_seal) EXECUTE FUNCTION shared.drop_row_seal();
      INSERT INTO shared.row_seal_start (table_name, since) VALUES ('auth.password', 'epoch');

      -- What an activation will make live, under the id that the activation names. Live ones stay without their
      -- hash, so that whoever repeats an activation cannot set another password by it.
      CREATE TABLE auth.activation (
        credential_id text PRIMARY KEY,
        password_hash text,
        sub uuid,
        created_at timestamptz(3) NOT NULL,
        live_at timestamptz(3),
        passkey jsonb,
        CONSTRAINT activation_pending_or_live CHECK (num_nonnulls(live_at, password_hash, passkey) = 1)
      );
      CREATE INDEX activation_pending ON auth.activation (created_at) WHERE live_at IS NULL;
      CREATE INDEX activation_sub ON auth.activation (sub) WHERE sub IS NOT NULL;

      -- Failed sign-ins, counted apart for browsers that the user has used before.
      CREATE TABLE auth.login_tries (
        subject text NOT NULL,
        browser text NOT NULL CONSTRAINT login_tries_browser CHECK (browser IN ('known', 'unknown')),
        tries int NOT NULL,
        since timestamptz(3) NOT NULL,
        open_at timestamptz(3) NOT NULL,
        PRIMARY KEY (subject, browser)
      ) WITH (fillfactor=70);
      CREATE INDEX login_tries_open_at ON auth.login_tries (open_at);

      -- Passkeys of users.
      CREATE TABLE auth.passkey (
        credential_id text PRIMARY KEY,
        sub uuid NOT NULL,
        name text NOT NULL,
        public_key bytea NOT NULL,
        counter bigint NOT NULL,
        transports text[] NOT NULL,
        backed_up boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        last_used_at timestamptz(3),
        user_handle text,
        row_seal text
      );
      CREATE INDEX passkey_sub ON auth.passkey (sub, created_at);
      INSERT INTO shared.row_seal_start (table_name, since) VALUES ('auth.passkey', 'epoch');

      -- Each challenge answers one ceremony, once.
      CREATE TABLE auth.passkey_challenge (
        challenge_hash text PRIMARY KEY,
        purpose text NOT NULL,
        bound_to text NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX passkey_challenge_expires_at ON auth.passkey_challenge (expires_at);

      -- The keys that receipts of evidence are signed with. Rows are never deleted.
      CREATE TABLE auth.evidence_key (
        kid text PRIMARY KEY,
        public_jwk jsonb NOT NULL,
        sealed_jwk bytea NOT NULL,
        created_at timestamptz(3) NOT NULL,
        retired_at timestamptz(3)
      );
      CREATE UNIQUE INDEX evidence_key_one_active ON auth.evidence_key ((true)) WHERE retired_at IS NULL;

      -- When each client was last used. The row of the client itself stays as it is.
      CREATE TABLE auth.client_use (
        client_id text PRIMARY KEY REFERENCES auth.client ON DELETE CASCADE,
        used_at timestamptz(3) NOT NULL
      ) WITH (fillfactor=70);

      -- Why a client was last refused tokens.
      CREATE TABLE auth.client_refusal (
        client_id text NOT NULL REFERENCES auth.client ON DELETE CASCADE,
        error text NOT NULL,
        reason text NOT NULL,
        request_id text NOT NULL,
        refused_at timestamptz(3) NOT NULL,
        PRIMARY KEY (client_id, error, reason)
      );

      -- Codes of authenticator apps as a second factor.
      CREATE TABLE auth.totp (
        sub uuid PRIMARY KEY,
        sealed_secret bytea NOT NULL,
        last_step bigint NOT NULL,
        created_at timestamptz(3) NOT NULL,
        last_used_at timestamptz(3) NOT NULL
      );

      -- Approvals on the phone as a second factor.
      CREATE TABLE auth.number_approval (
        approval_id uuid PRIMARY KEY,
        sub uuid NOT NULL,
        bound_to text NOT NULL,
        session_uid text,
        notification_uuid uuid,
        outcome text CONSTRAINT number_approval_outcome CHECK (outcome IN ('RIGHT', 'WRONG', 'REFUSED', 'ENDED')),
        used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        grant_id text,
        typed text CONSTRAINT number_approval_typed CHECK (typed IN ('ASKED', 'RIGHT', 'WRONG'))
      );
      CREATE INDEX number_approval_sub ON auth.number_approval (sub, created_at);
      CREATE INDEX number_approval_bound_to ON auth.number_approval (bound_to, created_at);
      CREATE INDEX number_approval_created_at ON auth.number_approval (created_at);

      -- Codes for users who have lost their second factor.
      CREATE TABLE auth.recovery_code (
        code_hash text PRIMARY KEY,
        sub uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        used_at timestamptz(3)
      );
      CREATE INDEX recovery_code_sub ON auth.recovery_code (sub);

      -- Approvals on the phone that clients ask for (OpenID Connect CIBA).
      CREATE TABLE auth.approval (
        id_hash text PRIMARY KEY,
        notification_uuid uuid NOT NULL UNIQUE,
        client_id text NOT NULL,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        sub uuid NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        request jsonb NOT NULL,
        level int NOT NULL,
        acr text NOT NULL,
        state text NOT NULL CHECK (state IN ('OPEN', 'APPROVED', 'DECLINED', 'EXPIRED', 'FAILED')),
        answer jsonb,
        sealed_ping bytea,
        wait_seconds int NOT NULL DEFAULT 5,
        polled_at timestamptz,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        ended_at timestamptz(3),
        row_seal text
      );
      CREATE INDEX approval_of_user ON auth.approval (sub, created_at);
      CREATE INDEX approval_expires_at ON auth.approval (expires_at);
      INSERT INTO shared.row_seal_start (table_name, since) VALUES ('auth.approval', 'epoch');

      -- Types of authorization details, and the clients that may ask for them.
      CREATE TABLE auth.detail_type (
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        type text COLLATE "C" NOT NULL,
        version int NOT NULL,
        schema jsonb NOT NULL,
        texts jsonb NOT NULL,
        removed boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (enterprise_id, test, type, version)
      );

      -- Replacements of second factors that their users have lost.
      CREATE TABLE auth.factor_recovery (
        id uuid PRIMARY KEY,
        sub uuid NOT NULL,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        state text NOT NULL CHECK (state IN ('CHECKING', 'WAITING', 'REFUSED', 'STOPPED', 'DONE')),
        check_id uuid NOT NULL UNIQUE,
        client_id text NOT NULL,
        browser_hash text NOT NULL,
        notification_uuid uuid,
        origin jsonb NOT NULL,
        started_at timestamptz(3) NOT NULL,
        ready_at timestamptz(3),
        ends_at timestamptz(3) NOT NULL,
        row_seal text
      );
      CREATE UNIQUE INDEX factor_recovery_open ON auth.factor_recovery (sub) WHERE state IN ('CHECKING', 'WAITING');
      CREATE INDEX factor_recovery_of_user ON auth.factor_recovery (sub, started_at);
      CREATE INDEX factor_recovery_ends_at ON auth.factor_recovery (ends_at);
      INSERT INTO shared.row_seal_start (table_name, since) VALUES ('auth.factor_recovery', 'epoch');

      -- Browsers that count as a second factor for some days.
      CREATE TABLE auth.remembered_browser (
        id uuid PRIMARY KEY,
        sub uuid NOT NULL,
        token_hash text NOT NULL UNIQUE,
        origin jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL,
        last_used_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX remembered_browser_of_user ON auth.remembered_browser (sub, created_at);
      CREATE INDEX remembered_browser_expires_at ON auth.remembered_browser (expires_at);

      -- APIs of enterprises, and the clients that hold their scopes.
      CREATE TABLE auth.api (
        id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        name text NOT NULL,
        resource text COLLATE "C" NOT NULL,
        scopes jsonb NOT NULL,
        access_token_format text NOT NULL CONSTRAINT api_access_token_format CHECK (access_token_format IN ('jwt',
          'opaque')),
        access_token_ttl int,
        signing_alg text NOT NULL,
        claims jsonb NOT NULL,
        introspection_client_id text,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        row_seal text,
        exchange_from text[] NOT NULL DEFAULT '{}'
      );
      CREATE UNIQUE INDEX api_listed ON auth.api (enterprise_id, test, id);
      CREATE UNIQUE INDEX api_resource ON auth.api (lower(rtrim(resource, '/')));
      INSERT INTO shared.row_seal_start (table_name, since) VALUES ('auth.api', 'epoch');

      -- Tokens by which clients register themselves.
      CREATE TABLE auth.initial_access_token (
        id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        name text NOT NULL,
        digest text NOT NULL,
        policy jsonb NOT NULL,
        uses int NOT NULL,
        used int NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL,
        created_by text NOT NULL,
        row_seal text
      );
      CREATE UNIQUE INDEX initial_access_token_listed ON auth.initial_access_token (enterprise_id, test, id);
      CREATE UNIQUE INDEX initial_access_token_digest ON auth.initial_access_token (digest);
      INSERT INTO shared.row_seal_start (table_name, since) VALUES ('auth.initial_access_token', 'epoch');

      -- Who may manage a client that registered itself.
      CREATE TABLE auth.client_registration (
        client_id text PRIMARY KEY REFERENCES auth.client ON DELETE CASCADE,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        initial_access_token_id uuid NOT NULL,
        policy jsonb NOT NULL,
        digest text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        row_seal text
      );
      INSERT INTO shared.row_seal_start (table_name, since) VALUES ('auth.client_registration', 'epoch');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA auth CASCADE');
  }
}
