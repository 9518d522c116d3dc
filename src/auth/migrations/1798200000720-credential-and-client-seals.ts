import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Seals over passkeys, passwords and clients. No process ever changes what that of a passkey covers. */
export class CredentialAndClientSeals1798200000720 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.passkey ADD COLUMN row_seal text;
      INSERT INTO shared.row_seal_start (table_name, since) SELECT 'auth.passkey',
        CASE WHEN EXISTS (SELECT FROM auth.passkey) THEN now() + interval '1 day' ELSE 'epoch' END;
      ALTER TABLE auth.password ADD COLUMN row_seal text;
      CREATE TRIGGER drop_row_seal BEFORE UPDATE OF hash
        ON auth.password FOR EACH ROW
        WHEN (NEW.row_seal IS NOT DISTINCT FROM OLD.row_seal) EXECUTE FUNCTION shared.drop_row_seal();
      INSERT INTO shared.row_seal_start (table_name, since) SELECT 'auth.password',
        CASE WHEN EXISTS (SELECT FROM auth.password) THEN now() + interval '1 day' ELSE 'epoch' END;
      ALTER TABLE auth.client ADD COLUMN row_seal text;
      CREATE TRIGGER drop_row_seal BEFORE UPDATE OF enterprise_id, test, administrator, client_name, redirect_uris,
        post_logout_redirect_uris, grant_types, scopes, auth_method, jwks, application_type, first_party, access_token_ttl,
        refresh_token_ttl, error_url, logo_uri, allowed_origins, allowed_callers, backchannel_logout_uri, id_token_alg,
        dpop_bound, par_required, idv, secrets
        ON auth.client FOR EACH ROW
        WHEN (NEW.row_seal IS NOT DISTINCT FROM OLD.row_seal) EXECUTE FUNCTION shared.drop_row_seal();
      INSERT INTO shared.row_seal_start (table_name, since) SELECT 'auth.client',
        CASE WHEN EXISTS (SELECT FROM auth.client) THEN now() + interval '1 day' ELSE 'epoch' END;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.passkey DROP COLUMN row_seal;
      DELETE FROM shared.row_seal_start WHERE table_name = 'auth.passkey';
      DROP TRIGGER drop_row_seal ON auth.password;
      ALTER TABLE auth.password DROP COLUMN row_seal;
      DELETE FROM shared.row_seal_start WHERE table_name = 'auth.password';
      DROP TRIGGER drop_row_seal ON auth.client;
      ALTER TABLE auth.client DROP COLUMN row_seal;
      DELETE FROM shared.row_seal_start WHERE table_name = 'auth.client';
    `);
  }
}
