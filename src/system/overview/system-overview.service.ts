import { readFileSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { TrustedStates, type TrustInStates } from '../contract/trusted-states.port.js';
import { openSurfaces, surfaces, type SurfaceName } from '../../shared/http/index.js';
import { OutboxStats } from '../../shared/events/index.js';
import { JobAdministration } from '../../shared/jobs/index.js';
import { Database } from '../../shared/persistence/index.js';
import { Certificates, type KnownCertificate } from './certificates.service.js';
import { type ChangedSetting, ChangedSettings } from './changed-settings.service.js';

export interface RunningProcess {
  readonly startedAt: Date;
  readonly address: string | null;
}

export interface KnownSurface {
  readonly name: SurfaceName;
  readonly title: string;
  readonly url: string;
  readonly open: boolean;
}

/** The number of stored events, or of stored jobs of one kind. */
export interface StoredWork {
  readonly kind: string;
  readonly waiting: number;
  readonly parked: number;
  readonly overdueSeconds: number;
}

interface DatabaseFacts {
  readonly version: string;
  readonly bytes: number;
}

export interface Overview {
  readonly version: string;
  readonly node: string;
  readonly mode: Config['nodeEnv'];
  readonly startedAt: Date;
  readonly database: DatabaseFacts & { readonly embedded: boolean };
  readonly migrations: { readonly applied: number; readonly newest: string | null; readonly pending: number };
  readonly processes: readonly RunningProcess[];
  readonly surfaces: readonly KnownSurface[];
  readonly worker: boolean;
  readonly work: readonly StoredWork[];
  readonly certificates: readonly KnownCertificate[];
  readonly chipTrust: TrustInStates;
  readonly settings: readonly ChangedSetting[];
}

export const MOST_PROCESSES = 200;

/**
 * Collects what operators see about the running service: version, database, processes, surfaces, stored work,
 * certificates and settings.
 */
@Injectable()
export class SystemOverview {
  readonly #startedAt = new Date(Date.now() - process.uptime() * 1_000);
  readonly #version = programVersion();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly db: Database,
    private readonly certificates: Certificates,
    private readonly settings: ChangedSettings,
    private readonly jobs: JobAdministration,
    private readonly outbox: OutboxStats,
    private readonly trusted: TrustedStates,
  ) {}

  async read(): Promise<Overview> {
    const { nodeEnv, databaseUrl, surfaces: chosen } = this.config;
    const [database, migrations, processes, certificates, work, chipTrust] = await Promise.all([
      this.db.one<DatabaseFacts>(DATABASE),
      this.#migrations(),
      this.db.rows<RunningProcess>(PROCESSES, [MOST_PROCESSES]),
      this.certificates.list(),
      this.#work(),
      this.trusted.read(),
    ]);
    return {
      version: this.#version,
      node: process.versions.node,
      mode: nodeEnv,
      startedAt: this.#startedAt,
      database: { version: 'unknown', bytes: 0, ...database, embedded: databaseUrl === undefined },
      migrations,
      processes,
      surfaces: this.#surfaces(),
      worker: chosen.includes('worker'),
      work,
      certificates,
      chipTrust,
      settings: this.settings.list(),
    };
  }

  /**
   * Counts the stored events and jobs. Paused jobs, such as deliveries to a failing webhook endpoint, count as waiting.
   */
  async #work(): Promise<StoredWork[]> {
    const [events, jobs] = await Promise.all([this.outbox.read(), this.jobs.figures()]);
    return [
      { kind: 'events', waiting: events.depth, parked: events.parked, overdueSeconds: events.overdueSeconds },
      ...jobs.map(({ kind, waiting, held, parked, overdueSeconds }) => ({
        ...{ kind, waiting: waiting + held, parked, overdueSeconds },
      })),
    ];
  }

  async #migrations(): Promise<Overview['migrations']> {
    const rows = await this.db.rows<{ name: string }>('SELECT name FROM schema_migrations ORDER BY timestamp, id');
    const applied = new Set(rows.map(({ name }) => name));
    const pending = this.db.dataSource.migrations.filter(({ constructor }) => !applied.has(constructor.name));
    return { applied: rows.length, newest: rows.at(-1)?.name ?? null, pending: pending.length };
  }

  /** Lists all surfaces (listeners with their own port). The demo is included only if it is open. */
  #surfaces(): KnownSurface[] {
    const open = new Set(openSurfaces(this.config).map(({ name }) => name));
    return surfaces
      .filter(({ name }) => name !== 'demo' || open.has(name))
      .map(({ name, title, url }) => ({ name, title, url: url(this.config), open: open.has(name) }));
  }
}

const DATABASE = `
  SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS bytes`;

/** Lists the running processes. Each serving process has exactly one connection that listens for signals. */
const PROCESSES = `
  SELECT backend_start AS "startedAt", host(client_addr) AS address FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ~ '^(LISTEN|SELECT pg_notify)'
  ORDER BY backend_start, pid LIMIT $1`;

/** The possible locations of `package.json`. Sources and built files are at different depths. */
const PLACES = ['../../../package.json', '../../../../package.json'];

/** The version in the program's `package.json`. */
export function programVersion(from = import.meta.url): string {
  for (const place of PLACES) {
    const version = versionIn(new URL(place, from));
    if (version !== undefined) return version;
  }
  return 'unknown';
}

function versionIn(file: URL): string | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown; version?: unknown };
    return name === 'countersign' && typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}
