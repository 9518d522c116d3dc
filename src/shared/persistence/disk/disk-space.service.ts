import { statfs } from 'node:fs/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Gauge } from 'prom-client';
import { CONFIG, type Config } from '../../../config.js';
import { every, KernelErrors } from '../../kernel/index.js';
import { Database } from '../database.js';
import { MetricsRegistry, Readiness } from '../../observability/index.js';
import { type DiskState, diskState, diskStates, sizeState, worse } from './disk-state.js';

const MIB = 1024 * 1024;
/**
 * How often the free space is read. By default, large data is refused below 512 MiB. At 15 MB/s, less than a third of
 * that is written between two reads.
 */
const LOOK_EVERY_MS = 10_000;
/**
 * How often the size of the database is read. Less often than the free space, because PostgreSQL has to examine each of
 * its files.
 */
const MEASURE_EVERY_MS = 60_000;
const RETRY_AFTER_SECONDS = 60;

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'diskFreeAlarm' | 'databaseSizeAlarm'>;

/**
 * Checks whether the database has room to grow: by the free space on the disk of an embedded database, or by the size
 * of a database on a separate server. When the disk is nearly full, large data is refused, so that PostgreSQL does not
 * stop. The process stays ready, because it can still serve small requests such as sign-ins.
 */
@Injectable()
export class DiskSpace implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #log = new Logger(DiskSpace.name);
  readonly #free: Gauge;
  readonly #size: Gauge;
  #disk: DiskState = 'enough';
  #grown: DiskState = 'enough';
  #told: DiskState = 'enough';
  #folder: string | undefined;
  #timers: NodeJS.Timeout[] = [];

  constructor(
    @Inject(CONFIG) private readonly settings: Settings,
    private readonly db: Database,
    readiness: Readiness,
    registry: MetricsRegistry,
  ) {
    // All processes report the same disk, so their values must not be added up.
    const seenByAll = { registers: [registry], aggregator: 'max' as const };
    this.#free = new Gauge({
      name: 'countersign_disk_free_bytes',
      help: 'Free on the disk of the database.',
      ...seenByAll,
    });
    this.#size = new Gauge({
      name: 'countersign_database_bytes',
      help: 'What the database has grown to.',
      ...seenByAll,
    });
    const now = () => this.state;
    new Gauge({
      name: 'countersign_disk_state',
      help: '1 for the state of the disk of the database: enough, low or full.',
      labelNames: ['state'],
      ...seenByAll,
      collect() {
        for (const state of diskStates) this.set({ state }, state === now() ? 1 : 0);
      },
    });
    if (this.#seesDisk || settings.databaseSizeAlarm > 0) readiness.watch('disk', () => this.#assertEnough());
  }

  get #seesDisk(): boolean {
    return this.settings.databaseUrl === undefined && this.settings.diskFreeAlarm > 0;
  }

  get state(): DiskState {
    return worse(this.#disk, this.#grown);
  }

  /** Throws if the disk is nearly full. Call it before storing large data in the database. */
  assertRoom(): void {
    if (this.state !== 'full') return;
    throw KernelErrors.unavailable('The disk of the database is nearly full.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await Promise.all([this.look(), this.#measure()]);
    this.#timers = [
      every(LOOK_EVERY_MS, () => void this.look()).unref(),
      every(MEASURE_EVERY_MS, () => void this.#measure()).unref(),
    ];
  }

  beforeApplicationShutdown(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
  }

  /**
   * Reads the free space. If that fails, the state does not change. An unreachable database is reported by the
   * database's own health check.
   */
  async look(): Promise<void> {
    if (!this.#seesDisk) return;
    try {
      const { bavail, bsize } = await statfs((this.#folder ??= await this.#findFolder()));
      this.#free.set(bavail * bsize);
      this.#disk = diskState(bavail * bsize, this.settings.diskFreeAlarm * MIB, this.#disk);
      this.#tell();
    } catch (error) {
      this.#log.debug({ err: error }, 'The disk of the database cannot be looked at');
    }
  }

  async #measure(): Promise<void> {
    try {
      const found = await this.db.one<{ bytes: number }>(
        'SELECT pg_database_size(current_database())::float8 AS bytes',
      );
      const bytes = found?.bytes ?? 0;
      this.#size.set(bytes);
      this.#grown = sizeState(bytes, this.settings.databaseSizeAlarm * MIB);
      this.#tell();
    } catch (error) {
      this.#log.debug({ err: error }, 'The size of the database cannot be read');
    }
  }

  /**
   * Finds the data folder of the database. If it cannot be examined, returns the configured folder that contains it.
   */
  async #findFolder(): Promise<string> {
    const found = await this.db.one<{ folder: string }>(`SELECT current_setting('data_directory') AS folder`);
    const folder = found?.folder ?? this.settings.dataDir;
    return statfs(folder).then(
      () => folder,
      () => this.settings.dataDir,
    );
  }

  #assertEnough(): Promise<void> {
    return this.state === 'enough' ? Promise.resolve() : Promise.reject(new Error(this.state));
  }

  #tell(): void {
    const { state } = this;
    if (state === this.#told) return;
    this.#told = state;
    if (state === 'full')
      this.#log.error({ state }, 'The disk of the database is nearly full: what is large is refused');
    else if (state === 'low') this.#log.warn({ state }, 'The database will soon need more room');
    else this.#log.log({ state }, 'The database has enough space again');
  }
}
