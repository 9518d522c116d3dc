import type { INestApplicationContext } from '@nestjs/common';
import { type DatabaseAddress, databaseOptions } from '../../ormconfig.js';
import type { Config } from '../config.js';
import { DataFolderInUse, lockDataFolder } from '../development/postgres/data-folder-lock.js';
import { bringUpToDate, checkServer, openDatabase, runningDatabase } from '../lifecycle/database.js';
import type { Teardown } from '../lifecycle/shutdown.js';
import { StartRefused } from '../lifecycle/start-errors.js';
import { pendingMigrations } from '../shared/persistence/index.js';

type Say = (text: string) => void;

/**
 * Opens the configured database. An embedded one is started for the duration of the command, unless it is already
 * running.
 */
export async function openForCommand(config: Config, teardown: Teardown, nowDoing: Say): Promise<DatabaseAddress> {
  const address =
    config.databaseUrl === undefined ? await embedded(config, teardown, nowDoing) : { url: config.databaseUrl };
  await checkServer(address);
  return address;
}

async function embedded(config: Config, teardown: Teardown, nowDoing: Say): Promise<DatabaseAddress> {
  try {
    const lock = lockDataFolder(config.dataDir);
    teardown.add('data folder', () => lock.release());
  } catch (error) {
    if (error instanceof DataFolderInUse) return addressUsedBy(error.pid, config);
    throw error;
  }
  const { address, close } = await openDatabase(config, { nowDoing, onFailed: () => process.exit(1) });
  teardown.add('database', close);
  return address;
}

function addressUsedBy(pid: number, { dataDir }: Config): DatabaseAddress {
  const address = runningDatabase(dataDir, pid);
  if (address) return address;
  throw new StartRefused(`Countersign (process ${pid}) is starting or ending. Try again in a moment.`);
}

/** Creates the application without listeners or background work, which only serving processes need. */
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

/**
 * Applies missing migrations to an embedded database. A database server that lacks migrations is refused: only `npm run
 * migrate` may apply them there.
 */
async function demandMigrated(config: Config, address: DatabaseAddress): Promise<void> {
  if (!(await pendingMigrations(databaseOptions(address)))) return;
  if (config.databaseUrl === undefined) return bringUpToDate({ migrate: 'on' }, address);
  throw new StartRefused('The database lacks migrations of this version: run `npm run migrate` first.');
}
