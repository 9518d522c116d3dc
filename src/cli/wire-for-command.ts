import type { INestApplicationContext } from '@nestjs/common';
import { databaseOptions, type DatabaseAddress } from '../../ormconfig.js';
import type { Config } from '../config.js';
import { bringUpToDate } from '../lifecycle/database/bring-up-to-date.js';
import { StartRefused } from '../lifecycle/start-refused.js';
import type { Teardown } from '../lifecycle/teardown.js';
import { pendingMigrations } from '../shared/persistence/migrate.js';

/** The application without listeners and without background work: those belong to the processes that serve. */
export async function wireForCommand(
  config: Config,
  address: DatabaseAddress,
  teardown: Teardown,
): Promise<INestApplicationContext> {
  await demandMigrated(config, address);
  const { createApplication } = await import('../application.js');
  const app = await createApplication({ ...config, surfaces: [], databasePool: 4 }, address);
  teardown.add('application', () => app.close());
  return app;
}

/** A database that is shared with other processes is changed by `migrate` alone, not in passing. */
async function demandMigrated(config: Config, address: DatabaseAddress): Promise<void> {
  if (!(await pendingMigrations(databaseOptions(address)))) return;
  if (config.databaseUrl === undefined) return bringUpToDate({ migrate: 'on' }, address);
  throw new StartRefused('The database lacks migrations of this version: run `npm run migrate` first.');
}
