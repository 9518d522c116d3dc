CREATE TABLE shared.index_key (
        only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
        wrapped bytea NOT NULL
      );

      -- json, not jsonb: what callers send ends up in the keys, and jsonb refuses some of it.
      CREATE UNLOGGED TABLE shared.rate_usage (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        process uuid NOT NULL,
        consumed json NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
      );
