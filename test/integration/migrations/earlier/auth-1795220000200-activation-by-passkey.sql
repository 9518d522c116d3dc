ALTER TABLE auth.activation
        ADD COLUMN passkey jsonb,
        DROP CONSTRAINT activation_pending_or_live,
        ADD CONSTRAINT activation_pending_or_live CHECK (num_nonnulls(live_at, password_hash, passkey) = 1);
