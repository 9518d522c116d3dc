CREATE TABLE auth.password (
        sub uuid PRIMARY KEY,
        hash text NOT NULL,
        created_at timestamptz(3) NOT NULL
      );

      -- What an activation will make live, under the id that the activation names. Live ones stay without their hash, so
      -- that whoever repeats an activation cannot set another password by it.
      CREATE TABLE auth.activation (
        credential_id text PRIMARY KEY,
        password_hash text,
        sub uuid,
        created_at timestamptz(3) NOT NULL,
        live_at timestamptz(3),
        CONSTRAINT activation_pending_or_live CHECK ((live_at IS NULL) = (password_hash IS NOT NULL))
      );
      CREATE INDEX activation_pending ON auth.activation (created_at) WHERE live_at IS NULL;
      CREATE INDEX activation_sub ON auth.activation (sub) WHERE sub IS NOT NULL;

      CREATE TABLE auth.login_tries (
        subject text NOT NULL,
        browser text NOT NULL,
        tries int NOT NULL,
        since timestamptz(3) NOT NULL,
        open_at timestamptz(3) NOT NULL,
        PRIMARY KEY (subject, browser),
        CONSTRAINT login_tries_browser CHECK (browser IN ('known', 'unknown'))
      ) WITH (fillfactor = 70);
      CREATE INDEX login_tries_open_at ON auth.login_tries (open_at);

      CREATE TABLE auth.passkey (
        credential_id text PRIMARY KEY,
        sub uuid NOT NULL,
        name text NOT NULL,
        public_key bytea NOT NULL,
        counter bigint NOT NULL,
        transports text[] NOT NULL,
        backed_up boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        last_used_at timestamptz(3)
      );
      CREATE INDEX passkey_sub ON auth.passkey (sub, created_at);

      -- Each challenge answers one ceremony, once.
      CREATE TABLE auth.passkey_challenge (
        challenge_hash text PRIMARY KEY,
        purpose text NOT NULL,
        bound_to text NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX passkey_challenge_expires_at ON auth.passkey_challenge (expires_at);
