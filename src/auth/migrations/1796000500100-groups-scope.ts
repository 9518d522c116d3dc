import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Administrators hold every scope, so that they can give it: they hold the new scope `groups`, too. */
export class GroupsScope1796000500100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE auth.client SET scopes = array_append(scopes, 'groups')
      WHERE administrator AND 'profile' = ANY (scopes) AND NOT 'groups' = ANY (scopes)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE auth.client SET scopes = array_remove(scopes, 'groups')`);
  }
}
