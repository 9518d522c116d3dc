import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index with which the erasure of a person finds the devices that are bound to their grants. */
export class DevicesOfGrantsByPerson1798463000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX grant_device_sub ON notifications.grant_device (sub)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX notifications.grant_device_sub');
  }
}
