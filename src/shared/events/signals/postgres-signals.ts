import { Inject, Injectable, Optional } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { EventTimings, oneAtATime, PollingLoop } from '../../jobs/index.js';
import { type JsonObject, later } from '../../kernel/index.js';
import { outboundTrust } from '../../outbound/index.js';
import { Database } from '../../persistence/index.js';
import { type ConnectWakeUps, KeptConnection } from './kept-connection.js';
import { wakeUpsByNats } from './nats-wake-ups.js';
import { wakeUpsByPostgres } from './postgres-wake-ups.js';
import { SignalTransport, type SignalReceiver } from './signals.js';

/** How long signals are stored. A process that could not read them for half of this time reloads its state. */
export const SIGNALS_KEPT_MS = 3_600_000;
const COALESCE_MS = 10;

type Settings = Pick<Config, 'signalsUrl' | 'outboundCaFile' | 'developmentCaFile'>;

interface ReadRow {
  readonly snapshot: string;
  readonly topic: string | null;
  readonly payload: JsonObject;
}

/**
 * Reads the signals table. Each process has its own cursor, which is a transaction snapshot rather than a number. A
 * signal is therefore read even if its transaction commits late, and a long transaction elsewhere delays nothing.
 */
@Injectable()
export class PostgresSignalTransport extends SignalTransport {
  readonly #loop: PollingLoop;
  #listening: KeptConnection | undefined;
  #nats: KeptConnection | undefined;
  #receiver: SignalReceiver | undefined;
  #cursor = '';
  #readAt = 0;
  #notifying: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Database,
    @Inject(CONFIG) private readonly settings: Settings,
    @Optional() timings: EventTimings = new EventTimings(),
  ) {
    super();
    this.#loop = new PollingLoop('Reading signals', timings.pollMs, this.#read);
  }

  async start(): Promise<void> {
    const now = await this.db.one<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot');
    this.#cursor = now?.snapshot ?? '';
    this.#readAt = Date.now();
  }

  follow(receiver: SignalReceiver): void {
    this.#receiver = receiver;
    this.#listening = this.#listen();
    this.#nats = this.#followNats();
    this.#loop.start();
    this.#readSoon();
  }

  async announce(): Promise<void> {
    // NOTIFY is sent separately, because within a transaction it would serialise all commits.
    this.#notifying ??= later(() => void this.#notify(), COALESCE_MS);
    await this.#read();
  }

  async close(): Promise<void> {
    if (this.#notifying) await this.#notify();
    await this.#loop.stop();
    await Promise.all([this.#listening?.close(), this.#nats?.close()]);
  }

  #listen(): KeptConnection {
    const { options } = this.db.pool;
    // The password is copied explicitly, because the pool makes it non-enumerable and a spread would omit it.
    const connect = wakeUpsByPostgres({ ...options, password: options.password });
    return this.#kept(connect, 'Cannot listen for signals; looking by itself instead');
  }

  #followNats(): KeptConnection | undefined {
    const { signalsUrl } = this.settings;
    if (!signalsUrl) return undefined;
    const connect = wakeUpsByNats(signalsUrl, outboundTrust(this.settings));
    return this.#kept(connect, 'Cannot reach NATS; waking the other processes by NOTIFY instead');
  }

  #kept(connect: ConnectWakeUps, trouble: string): KeptConnection {
    const connection = new KeptConnection(connect, () => this.#readSoon(), trouble);
    connection.open();
    return connection;
  }

  async #notify(): Promise<void> {
    clearTimeout(this.#notifying);
    this.#notifying = undefined;
    if (await this.#nats?.notify()) return;
    await this.#listening?.notify();
  }

  #readSoon(): void {
    this.#read().catch(() => undefined); // the polling loop repeats the read, and logs if that fails
  }

  readonly #read = oneAtATime(async () => {
    const receiver = this.#receiver;
    if (!receiver) return; // the application is still starting; its first read will return the signals
    const rows = await this.db.rows<ReadRow>(READ, [this.#cursor]);
    this.#cursor = rows[0]?.snapshot ?? this.#cursor;
    if (Date.now() - this.#readAt > SIGNALS_KEPT_MS / 2) receiver.lostTrack();
    this.#readAt = Date.now();
    receiver.receive(rows.flatMap(({ topic, payload }) => (topic === null ? [] : [{ topic, payload }])));
  });
}

/**
 * The rows that have become visible since the last snapshot. The first condition only makes PostgreSQL use the index.
 * The last one excludes rows restored from a backup, whose transaction ids belong to another server.
 */
const READ = `
  SELECT this.snapshot::text AS snapshot, signal.topic, signal.payload
  FROM (SELECT pg_current_snapshot() AS snapshot) this
  LEFT JOIN shared.signal ON signal.xid >= pg_snapshot_xmin($1::pg_snapshot)
    AND NOT pg_visible_in_snapshot(signal.xid, $1::pg_snapshot)
    AND pg_visible_in_snapshot(signal.xid, this.snapshot)
  ORDER BY signal.seq`;
