import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries } from './binaries.js';
import { prepareCluster } from './cluster.js';
import { lockDataFolder } from './data-folder-lock.js';
import { findHome, type Home, prepareSocketFolder, socketPort } from './home.js';
import { Postmaster, type ServerPlan, Supervisor } from './postmaster.js';
import { stopOrphan } from './processes.js';

export interface EmbeddedPostgres {
  /** `host` is the folder of the Unix socket. There is no password. */
  readonly connection: { host: string; port: number; user: string; database: string };
  /** Stops the server. Close the connection pool first. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Called before each step of the start that may take longer than a second. `text` describes the step. */
  readonly onProgress?: (text: string) => void;
  /**
   * Called when the server has died and is being restarted. Until it is back, connections fail, but no committed row is
   * lost.
   */
  readonly onLost?: (reason: string) => void;
  /**
   * Called when the server has died more than five times within a minute. It is not restarted again, so the process
   * should exit.
   */
  readonly onFailed?: (reason: string) => void;
  readonly log?: (level: 'info' | 'warn', text: string) => void;
  /**
   * The folder of the npm package that contains PostgreSQL's programs. By default, it is searched for in node_modules.
   */
  readonly packageFolder?: string;
}

type Say = (text: string) => void;

/**
 * Starts a private PostgreSQL server below the data folder, for development and evaluation. It needs no installation,
 * no network port and no dedicated system user.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, onProgress: say = silent, onLost = silent, onFailed = silent, log = silent } = options;
  const home = findHome(dataDir, (text) => log('info', text));
  const lock = lockDataFolder(home.folder);
  try {
    const plan = await prepare(home, options.packageFolder, say);
    const startAgain = async (): Promise<Postmaster> => {
      const started = await start(plan, say);
      log('info', 'The embedded database runs again');
      return started;
    };
    const supervisor = new Supervisor(await start(plan, say), startAgain, { onLost, onFailed });
    return { connection: connectionTo(plan), stop: () => supervisor.stop().finally(() => lock.release()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const silent = (): void => undefined;

async function prepare(home: Home, packageFolder: string | undefined, say: Say): Promise<ServerPlan> {
  const binaries = await findBinaries(home, packageFolder, say);
  const cluster = await prepareCluster(home, binaries, say);
  await stopOrphan(cluster, say);
  return { programs: binaries.folder, cluster, socketFolder: prepareSocketFolder(home), account: home.account };
}

async function start(plan: ServerPlan, say: Say): Promise<Postmaster> {
  for (let tries = 1; ; tries++) {
    try {
      return await Postmaster.start(plan, (line) => {
        if (line.includes('automatic recovery in progress')) say('Recovering the database from a sudden end');
      });
    } catch (error) {
      if (tries === triesAtMost || !isHeldByTheDead(error)) throw error;
      await sleep(200);
    }
  }
}

const triesAtMost = 150;

/**
 * Whether the start failed because child processes of a killed server still use its shared memory. They exit shortly
 * afterwards.
 */
const isHeldByTheDead = (error: unknown): boolean =>
  error instanceof Error && /pre-existing shared memory block|lock file .* already exists/.test(error.message);

const connectionTo = ({ socketFolder }: ServerPlan): EmbeddedPostgres['connection'] => ({
  host: socketFolder,
  port: socketPort,
  user: 'postgres',
  database: 'postgres',
});
