import type { DatabaseAddress } from '../../ormconfig.js';
import type { Config } from '../config.js';
import { checkServer } from '../lifecycle/database/check-server.js';
import { openDatabase } from '../lifecycle/database/open-database.js';
import { runningDatabase } from '../lifecycle/database/running-database.js';
import { StartRefused } from '../lifecycle/start-refused.js';
import type { Teardown } from '../lifecycle/teardown.js';
import { DataFolderInUse, lockDataFolder } from '../shared/persistence/embedded/data-folder-lock.js';

type Say = (text: string) => void;

/** The database that is configured. An embedded one is started for the time of the command, unless it runs already. */
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
