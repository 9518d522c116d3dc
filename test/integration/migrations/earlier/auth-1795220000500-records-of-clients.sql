CREATE INDEX engine_record_client_id ON auth.engine_record ((payload->>'clientId'))
      WHERE model IN ('Grant', 'RefreshToken');
