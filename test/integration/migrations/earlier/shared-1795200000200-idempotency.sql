CREATE TABLE shared.idempotency (
        key bytea PRIMARY KEY,
        request bytea NOT NULL,
        run uuid NOT NULL,
        leased_until timestamptz NOT NULL,
        answer bytea,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX idempotency_expiry ON shared.idempotency (expires_at);
