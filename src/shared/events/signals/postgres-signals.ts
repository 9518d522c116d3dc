import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, Injectable, Optional } from '@nestjs/common';
import pg from 'pg';
import { EventTimings, oneAtATime, PollingLoop, spread, within } from '../../jobs/index.js';
import { type JsonObject, later } from '../../kernel/index.js';
import { Database } from '../../persistence/index.js';
import { SignalTransport, type SignalReceiver } from './signals.js';

const CHANNEL = 'countersign_signal';
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 5_000;
/** A connection that has not answered by then counts as lost, even if no packet has said so. */
const PATIENCE_MS = 5_000;
const WATCHED = { connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS, keepAlive: true };

/** A connection outside the pool that receives the NOTIFY of other processes, and reconnects when it is lost. */
export class ListeningConnection {
  readonly #log = new Logger(ListeningConnection.name);
  readonly #closing = new AbortController();
  #client: pg.Client | undefined;
  #staying: Promise<void> = Promise.resolve();

  /** `onWake`: another process has signalled, or may have done so while this one was not listening. */
  constructor(
    private readonly config: pg.ClientConfig,
    private readonly onWake: () => void,
  ) {}

  open(): void {
    this.#staying = this.#stayConnected();
  }

  /** Wakes the other processes. A failure loses nothing, because they also poll. */
  async notify(): Promise<void> {
    const client = this.#client;
    try {
      await client?.query('SELECT pg_notify($1, $2)', [CHANNEL, '']);
    } catch {
      await client?.end();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client?.end();
    await within(PATIENCE_MS, this.#staying);
  }

  async #stayConnected(): Promise<void> {
    let failures = 0;
    while (!this.#closing.signal.aborted) {
      try {
        await this.#listenUntilLost(() => (failures = 0));
      } catch (error) {
        if (failures++ === 0) this.#log.warn({ err: error }, 'Cannot listen for signals; looking by itself instead');
      }
      const wait = spread(Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS));
      await sleep(wait, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    }
  }

  async #listenUntilLost(onListening: () => void): Promise<void> {
    const client = new pg.Client({ ...this.config, ...WATCHED });
    const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
    client.on('error', () => undefined); // 'end' follows, and is handled
    try {
      await client.connect();
      await this.#listen(client);
      onListening();
      await lost;
    } finally {
      this.#client = undefined;
      await within(PATIENCE_MS, client.end());
    }
  }

  async #listen(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ me: number }>('SELECT pg_backend_pid() AS me');
    client.on('notification', ({ processId }) => {
      if (processId !== rows[0]?.me) this.onWake();
    });
    await client.query(`LISTEN ${CHANNEL}`);
    if (this.#closing.signal.aborted) return client.end();
    this.#client = client;
    this.onWake();
  }
}

/** How long signals are kept. A process that could not read for half of it no longer trusts its state. */
export const SIGNALS_KEPT_MS = 3_600_000;
const COALESCE_MS = 10;

interface ReadRow {
  readonly snapshot: string;
  readonly topic: string | null;
  readonly payload: JsonObject;
}

/**
 * Reads the table of signals by its own cursor. The cursor is a snapshot, not a number: a signal that was in flight
 * then is read once it is committed, however late, and a long transaction elsewhere delays nothing.
 */
@Injectable()
export class PostgresSignalTransport extends SignalTransport {
  readonly #loop: PollingLoop;
  #connection: ListeningConnection | undefined;
  #receiver: SignalReceiver | undefined;
  #cursor = '';
  #readAt = 0;
  #notifying: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Database,
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
    const { options } = this.db.pool;
    // The pool hides its password from enumeration, and so from a plain copy of its options.
    this.#connection = new ListeningConnection({ ...options, password: options.password }, () => this.#readSoon());
    this.#connection.open();
    this.#loop.start();
    this.#readSoon();
  }

  async announce(): Promise<void> {
    // Never a NOTIFY in the transaction itself: it serialises all commits.
    this.#notifying ??= later(() => void this.#notify(), COALESCE_MS);
    await this.#read();
  }

  async close(): Promise<void> {
    if (this.#notifying) await this.#notify();
    await this.#loop.stop();
    await this.#connection?.close();
  }

  async #notify(): Promise<void> {
    clearTimeout(this.#notifying);
    this.#notifying = undefined;
    await this.#connection?.notify();
  }

  #readSoon(): void {
    this.#read().catch(() => undefined); // the loop reads again and reports the failure
  }

  readonly #read = oneAtATime(async () => {
    const receiver = this.#receiver;
    if (!receiver) return; // still starting: these signals are read with the first look
    const rows = await this.db.rows<ReadRow>(READ, [this.#cursor]);
    this.#cursor = rows[0]?.snapshot ?? this.#cursor;
    if (Date.now() - this.#readAt > SIGNALS_KEPT_MS / 2) receiver.lostTrack();
    this.#readAt = Date.now();
    receiver.receive(rows.flatMap(({ topic, payload }) => (topic === null ? [] : [{ topic, payload }])));
  });
}

/**
 * The rows that have become visible between the last snapshot and this one. The first condition is for the index only.
 * The last one excludes rows of a restored copy, whose transaction numbers are of another server.
 */
const READ = `
  SELECT this.snapshot::text AS snapshot, signal.topic, signal.payload
  FROM (SELECT pg_current_snapshot() AS snapshot) this
  LEFT JOIN shared.signal ON signal.xid >= pg_snapshot_xmin($1::pg_snapshot)
    AND NOT pg_visible_in_snapshot(signal.xid, $1::pg_snapshot)
    AND pg_visible_in_snapshot(signal.xid, this.snapshot)
  ORDER BY signal.seq`;
