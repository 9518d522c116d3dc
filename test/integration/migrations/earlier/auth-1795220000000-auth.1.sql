CREATE SCHEMA IF NOT EXISTS auth;

      CREATE TABLE auth.signing_key (
        kid text PRIMARY KEY,
        algorithm text NOT NULL,
        state text NOT NULL,
        public_jwk jsonb NOT NULL,
        sealed_jwk bytea NOT NULL,
        created_at timestamptz(3) NOT NULL,
        activated_at timestamptz(3),
        retired_at timestamptz(3),
        CONSTRAINT signing_key_state CHECK (state IN ('ACTIVE', 'NEXT', 'RETIRED'))
      );
      -- Two processes that both find no key make one: the index refuses the second.
      CREATE UNIQUE INDEX signing_key_one_active ON auth.signing_key (algorithm) WHERE state = 'ACTIVE';
      CREATE UNIQUE INDEX signing_key_one_next ON auth.signing_key (algorithm) WHERE state = 'NEXT';

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
        created_by text NOT NULL
      );
      CREATE UNIQUE INDEX client_listed ON auth.client (enterprise_id, test, client_id);

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
        PRIMARY KEY (model, id_hash)
      ) WITH (fillfactor = 70);
      CREATE INDEX engine_record_grant_id ON auth.engine_record (grant_id) WHERE grant_id IS NOT NULL;
      CREATE INDEX engine_record_account_id ON auth.engine_record (account_id) WHERE account_id IS NOT NULL;
      CREATE INDEX engine_record_uid ON auth.engine_record (model, uid) WHERE uid IS NOT NULL;
      CREATE INDEX engine_record_expires_at ON auth.engine_record (expires_at);

      CREATE TABLE auth.denied_token (
        jti text PRIMARY KEY,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX denied_token_expires_at ON auth.denied_token (expires_at);

      CREATE TABLE auth.cut_off (
        kind text NOT NULL,
        id text NOT NULL,
        before timestamptz(3) NOT NULL,
        reason text NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        PRIMARY KEY (kind, id)
      );
      CREATE INDEX cut_off_expires_at ON auth.cut_off (expires_at);
