import type { MigrationInterface, QueryRunner } from 'typeorm';

const NEW =
  'users:contact users:remove idv:evidence notifications:evidence clients:secure webhooks:replay figures:read ' +
  'operators:read operators:write system:read system:write';

/** An administrator may do everything, and so may do what is new. All others keep what they hold. */
export class ScopesOfTheConsole1797200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE auth.client SET scopes = scopes || ARRAY(
        SELECT scope FROM unnest(string_to_array('${NEW}', ' ')) AS scope WHERE NOT scope = ANY (scopes))
      WHERE administrator AND 'enterprises:write' = ANY (scopes)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE auth.client SET scopes = ARRAY(
        SELECT scope FROM unnest(scopes) AS scope WHERE NOT scope = ANY (string_to_array('${NEW}', ' ')))`);
  }
}
