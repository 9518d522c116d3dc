import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { Counter, Gauge } from 'prom-client';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { CONFIG, type Config } from '../../../config.js';
import { every, messageOf } from '../../kernel/index.js';
import { MetricsRegistry } from '../../observability/index.js';
import { Database } from '../database.js';
import type { Sql, SqlParams } from '../sql.js';
import { ReplicaProgress } from './replica-progress.js';

const LOOK_EVERY_MS = 1_000;
/** A replica that does not answer a check for this long counts as unavailable. */
const PATIENCE_MS = 5_000;

type Settings = Pick<Config, 'databaseReadUrl' | 'databaseReadLag' | 'surfaces'>;

/**
 * The replica of the database, for reads that may be slightly old. It is used only if it is not too far behind the
 * primary.
 */
@Injectable()
export class Replica implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #log = new Logger(Replica.name);
  readonly #progress: ReplicaProgress;
  readonly #reads: Counter<'from'> | undefined;
  #copy: Database | undefined;
  /** A separate connection to the replica for checks, so that they do not wait for slow reads. */
  #checked: Database | undefined;
  /** Functions that reject the reads that are waiting for the replica. */
  readonly #waiting = new Set<(reason: unknown) => void>();
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #told = true;

  constructor(
    @Inject(CONFIG) private readonly settings: Settings,
    private readonly primary: Database,
    registry: MetricsRegistry,
  ) {
    this.#progress = new ReplicaProgress(settings.databaseReadLag * 1_000);
    if (!this.#isWanted) return;
    const progress = this.#progress;
    new Gauge({
      name: 'countersign_replica_lag_seconds',
      help: 'How far the copy of the database is behind, as last seen; infinite when it is away.',
      registers: [registry],
      aggregator: 'max',
      collect() {
        this.set(progress.lagMs / 1_000);
      },
    });
    this.#reads = new Counter({
      name: 'countersign_replica_reads_total',
      help: 'Reads that may come from the copy of the database, by where they came from: replica or primary.',
      labelNames: ['from'],
      registers: [registry],
    });
  }

  /**
   * Returns the replica for the next read. `undefined` if it is too far behind or unavailable; the primary must then be
   * read.
   */
  forRead(): Database | undefined {
    const usable = this.#progress.keepsUp ? this.#copy : undefined;
    this.#reads?.inc({ from: usable ? 'replica' : 'primary' });
    return usable;
  }

  /** Waits for a read from the replica. Rejects if a check fails in the meantime, because the replica may hang. */
  whileItAnswers<T>(read: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      void read.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    });
  }

  /** Stops using the replica after a read from it has failed. A later check finds out whether it is available again. */
  giveUp(error: unknown): void {
    this.#progress.forget();
    this.#tell(error);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.#isWanted) return;
    await this.look();
    this.#timer = every(LOOK_EVERY_MS, () => void this.look()).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.race([this.#close(), sleep(PATIENCE_MS, undefined, { ref: false })]);
  }

  /** Checks the replica. Concurrent calls share one check. */
  look(): Promise<void> {
    this.#looking ??= this.#compare().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /**
   * Closes the connections to the replica. The returned promise may never settle if the server hangs, so the caller
   * must limit its wait.
   */
  async #close(): Promise<void> {
    await this.#looking;
    for (const database of [this.#copy, this.#checked]) await database?.dataSource.destroy();
  }

  get #isWanted(): boolean {
    return this.settings.databaseReadUrl !== undefined && this.settings.surfaces.length > 0;
  }

  async #compare(): Promise<void> {
    try {
      this.#copy ??= await this.#connect();
      this.#checked ??= await this.#connect({ poolSize: 1, queryMs: PATIENCE_MS });
      await this.#progress.look(this.primary, this.#checkOn(this.#checked));
      this.#tell();
    } catch (error) {
      this.#progress.forget();
      this.#tell(error);
    }
  }

  /** Connects with the options of the primary. `queryMs` limits how long an answer may take. */
  async #connect({ queryMs, ...more }: { readonly queryMs?: number; readonly poolSize?: number } = {}) {
    const { options } = this.primary.dataSource;
    const { extra } = options as { readonly extra?: object };
    const source = new DataSource({
      ...options,
      ...more,
      url: this.settings.databaseReadUrl,
      migrations: [],
      extra: { ...extra, ...(queryMs !== undefined && { query_timeout: queryMs }) },
    } as DataSourceOptions);
    return new Database(await source.initialize());
  }

  /** Makes a failed check of the replica also fail the reads that are waiting for the replica. */
  #checkOn(replica: Sql): Sql {
    return {
      rows: <R extends QueryResultRow>(text: string, params?: SqlParams) =>
        replica.rows<R>(text, params).catch((error: unknown) => {
          for (const reject of this.#waiting) reject(error);
          throw error;
        }),
    };
  }

  #tell(error?: unknown): void {
    const { keepsUp, lagMs } = this.#progress;
    if (keepsUp === this.#told) return;
    this.#told = keepsUp;
    if (keepsUp) this.#log.log('Lists and searches are read from the copy of the database again');
    else
      this.#log.warn(
        { lagSeconds: lagMs / 1_000, cause: error === undefined ? undefined : messageOf(error) },
        'The copy of the database is away or too far behind: lists and searches are read from the primary',
      );
  }
}
