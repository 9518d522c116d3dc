import { Logger } from '@nestjs/common';
import { databaseOptions, type DatabaseAddress } from '../../../ormconfig.js';
import type { Config } from '../../config.js';
import { migrate, pendingMigrations } from '../../shared/persistence/migrate.js';
import { StartRefused } from '../start-refused.js';

/** Applies the migrations that are missing; with `MIGRATE=off` only looks whether any is. */
export async function bringUpToDate(config: Pick<Config, 'migrate'>, address: DatabaseAddress): Promise<void> {
  const options = databaseOptions(address);
  if (config.migrate === 'off') {
    if (!(await pendingMigrations(options))) return;
    throw new StartRefused('The database lacks migrations of this version: run `npm run migrate`, or set MIGRATE=on.');
  }
  const applied = await migrate(options);
  if (applied.length > 0) new Logger('Migrations').log({ applied }, 'The database was brought up to date');
}
