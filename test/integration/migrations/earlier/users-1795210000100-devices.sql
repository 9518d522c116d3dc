CREATE TABLE users.device (
        device_id uuid PRIMARY KEY,
        sub uuid NOT NULL,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        name text NOT NULL,
        platform text NOT NULL,
        public_key jsonb NOT NULL,
        thumbprint text NOT NULL,
        status text NOT NULL,
        sealed_push_token bytea,
        registered_at timestamptz(3) NOT NULL,
        last_seen_at timestamptz(3) NOT NULL,
        removed_at timestamptz(3),
        CONSTRAINT device_status CHECK (status IN ('ACTIVE', 'BLOCKED', 'REMOVED'))
      ) WITH (fillfactor = 80);
      CREATE INDEX device_sub ON users.device (sub) WHERE status <> 'REMOVED';
      CREATE UNIQUE INDEX device_thumbprint ON users.device (enterprise_id, test, thumbprint) WHERE status <> 'REMOVED';

      CREATE TABLE users.device_nonce (
        nonce_hash text PRIMARY KEY,
        sub uuid NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX device_nonce_sub ON users.device_nonce (sub, expires_at);
      CREATE INDEX device_nonce_expires_at ON users.device_nonce (expires_at);
