CREATE INDEX client_allowed_origins ON auth.client USING gin (allowed_origins);
