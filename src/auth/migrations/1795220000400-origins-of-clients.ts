import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A browser that asks from an origin does not say for which client. */
export class OriginsOfClients1795220000400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX client_allowed_origins ON auth.client USING gin (allowed_origins)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX auth.client_allowed_origins');
  }
}
