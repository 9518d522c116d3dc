import type { DatabaseAddress } from '../../../ormconfig.js';
import type { Config } from '../../config.js';
import type { Surroundings } from '../start.js';
import { bringUpToDate } from './bring-up-to-date.js';
import { checkServer } from './check-server.js';
import { openDatabase } from './open-database.js';

/** A database that is there, new enough, and migrated. */
export async function prepareDatabase(
  config: Config,
  { terminal, ending, teardown }: Surroundings,
): Promise<DatabaseAddress> {
  const { address, close } = await terminal.during('Starting the database', (nowDoing) =>
    openDatabase(config, { nowDoing, onFailed: () => ending.ask(1) }),
  );
  teardown.add('database', close);
  ending.throwIfAsked();
  await checkServer(address);
  await terminal.during('Migrating the database', () => bringUpToDate(config, address));
  ending.throwIfAsked();
  return address;
}
