import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the makers of devices say of their keys. Devices that were registered before have nothing. */
export class AttestationsOfDevices1798433000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.device ADD COLUMN sealed_attestation bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.device DROP COLUMN sealed_attestation');
  }
}
