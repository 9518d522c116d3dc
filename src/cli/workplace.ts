import { userInfo } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';
import { type DatabaseAddress, databaseOptions } from '../../ormconfig.js';
import { type Config, type Environment, readConfig } from '../config.js';
import { withDevelopmentKeys } from '../lifecycle/settings-at-start.js';
import type { Teardown } from '../lifecycle/shutdown.js';
import type { Terminal } from '../lifecycle/terminal.js';
import { newId, newTraceId, runInContext } from '../shared/kernel/index.js';
import type { CommandContext } from '../shared/observability/index.js';
import { checkServer, openDatabase, runningDatabase, bringUpToDate } from '../lifecycle/database.js';
import { StartRefused } from '../lifecycle/start-errors.js';
import { DataFolderInUse, lockDataFolder } from '../development/postgres/data-folder-lock.js';
import { pendingMigrations } from '../shared/persistence/index.js';

type Tools = Omit<CommandContext, 'options' | 'given' | 'interrupted'>;

/** Opens for a command what it asks for, once, and leaves it to the teardown. */
export class Workplace {
  readonly tools: Tools = {
    config: () => this.#config(),
    database: () => this.#database(),
    application: () => this.#application(),
    print: (line = '') => this.terminal.say(line),
  };
  #read: Config | undefined;
  #opened: Promise<DatabaseAddress> | undefined;
  #wired: Promise<INestApplicationContext> | undefined;

  constructor(
    private readonly env: Environment,
    private readonly terminal: Terminal,
    private readonly teardown: Teardown,
  ) {}

  /** Runs a command as the person at this machine, who stands in the audit log. */
  within<T>(work: () => T): T {
    const actor = { kind: 'operator', id: whoIsHere() } as const;
    return runInContext({ requestId: newId(), traceId: newTraceId(), address: null, actor }, work);
  }

  #config(): Config {
    this.#read ??= withDevelopmentKeys(readConfig(this.env));
    return this.#read;
  }

  #database(): Promise<DatabaseAddress> {
    this.#opened ??= this.terminal.during('Opening the database', (nowDoing) =>
      openForCommand(this.#config(), this.teardown, nowDoing),
    );
    return this.#opened;
  }

  #application(): Promise<INestApplicationContext> {
    this.#wired ??= this.#database().then((address) => wireForCommand(this.#config(), address, this.teardown));
    return this.#wired;
  }
}

/** Containers run as users that have a number and no name. */
function whoIsHere(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

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
