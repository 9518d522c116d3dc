import { AsyncResource } from 'node:async_hooks';
import { Injectable, Optional } from '@nestjs/common';
import type { JsonObject } from '../../kernel/json.js';
import { Database } from '../../persistence/database.js';
import { EventTimings } from '../event-timings.js';
import { Loop } from '../pace/loop.js';
import { oneAtATime } from '../pace/one-at-a-time.js';
import { ListeningConnection } from './listening-connection.js';
import { SignalCarrier, type SignalReceiver } from './signal-carrier.js';

/** Signals are kept so long. A process that could not read for half of it no longer trusts what it has heard. */
export const SIGNALS_KEPT_MS = 3_600_000;
const COALESCE_MS = 10;

interface ReadRow {
  readonly snapshot: string;
  readonly topic: string | null;
  readonly payload: JsonObject;
}

/**
 * Reads the table of signals by its own cursor. The cursor is a snapshot, not a number: what was in flight then is
 * read once it is committed, however late, and a long transaction elsewhere holds nothing back.
 */
@Injectable()
export class PostgresSignalCarrier extends SignalCarrier {
  readonly #loop: Loop;
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
    this.#loop = new Loop('Reading signals', timings.pollMs, this.#read);
  }

  async start(): Promise<void> {
    const now = await this.db.one<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot');
    this.#cursor = now?.snapshot ?? '';
    this.#readAt = Date.now();
  }

  follow(receiver: SignalReceiver): void {
    this.#receiver = receiver;
    const { options } = this.db.pool;
    // The pool hides its password from enumeration, and so from a mere copy.
    this.#connection = new ListeningConnection({ ...options, password: options.password }, () => this.#readSoon());
    this.#connection.open();
    this.#loop.start();
    this.#readSoon();
  }

  async announce(): Promise<void> {
    // Never a NOTIFY in the transaction itself: it serialises all commits.
    this.#notifying ??= setTimeout(() => void this.#notify(), COALESCE_MS);
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
    this.#read().catch(() => undefined); // the loop reads again, and says what is wrong
  }

  /** Bound, since what handlers do belongs to no request, even if a request's commit made it read. */
  readonly #read = AsyncResource.bind(
    oneAtATime(async () => {
      const receiver = this.#receiver;
      if (!receiver) return; // still starting: these are read with the first look
      const rows = await this.db.rows<ReadRow>(READ, [this.#cursor]);
      this.#cursor = rows[0]?.snapshot ?? this.#cursor;
      if (Date.now() - this.#readAt > SIGNALS_KEPT_MS / 2) receiver.lostTrack();
      this.#readAt = Date.now();
      receiver.hear(rows.flatMap(({ topic, payload }) => (topic === null ? [] : [{ topic, payload }])));
    }),
  );
}

/**
 * What has become visible between the last snapshot and this one. The first condition is for the index only; the
 * last keeps out rows of a restored copy, whose transaction numbers are of another server.
 */
const READ = `
  SELECT this.snapshot::text AS snapshot, signal.topic, signal.payload
  FROM (SELECT pg_current_snapshot() AS snapshot) this
  LEFT JOIN shared.signal ON signal.xid >= pg_snapshot_xmin($1::pg_snapshot)
    AND NOT pg_visible_in_snapshot(signal.xid, $1::pg_snapshot)
    AND pg_visible_in_snapshot(signal.xid, this.snapshot)
  ORDER BY signal.seq`;
