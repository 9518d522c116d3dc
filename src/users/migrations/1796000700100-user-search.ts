import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The newest change of a user's status; and searches by first name, by phone number from its beginning or by its last
 * digits, and by what stands inside a user id or login id.
 *
 * `name_parts` cuts a name into parts of three characters for a GIN index, as the extension pg_trgm does, which not every
 * server has. Each part begins with the tenant, so that a search reads nothing of others. The first character is left
 * out of the index, since names that begin with the term are found by their prefix. Names are ASCII.
 */
export class UserSearch1796000700100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users."user" ADD COLUMN status_change jsonb;

      CREATE INDEX user_search_first_name ON users."user" (enterprise_id, test, (lower(first_name) COLLATE "C"), sub)
        WHERE first_name IS NOT NULL;
      CREATE INDEX user_search_mobile_number ON users."user" (enterprise_id, test, (mobile_number COLLATE "C"), sub)
        WHERE mobile_number IS NOT NULL;
      CREATE INDEX user_search_mobile_digits
        ON users."user" (enterprise_id, test, (reverse(mobile_number) COLLATE "C"), sub) WHERE mobile_number IS NOT NULL;

      CREATE FUNCTION users.name_parts(enterprise_id text, test boolean, name text) RETURNS text[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ARRAY(
        SELECT DISTINCT enterprise_id || CASE WHEN test THEN ' t ' ELSE ' l ' END
                        || substring(lower(name COLLATE "C") FROM place FOR 3)
        FROM generate_series(1, length(name) - 2) AS place);
      CREATE INDEX login_name_parts ON users.login_name
        USING gin (users.name_parts(enterprise_id, test, substring(name FROM 2)));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX users.login_name_parts, users.user_search_first_name, users.user_search_mobile_number,
        users.user_search_mobile_digits;
      DROP FUNCTION users.name_parts;
      ALTER TABLE users."user" DROP COLUMN status_change;
    `);
  }
}
