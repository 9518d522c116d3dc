import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { spread } from '../pace/backoff.js';
import { within } from '../pace/within.js';

const CHANNEL = 'countersign_signal';
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 5_000;
/** Whoever has not answered by then is gone, even if no packet has said so. */
const PATIENCE_MS = 5_000;
const WATCHED = { connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS, keepAlive: true };

/** A connection outside the pool that hears the NOTIFY of other processes, and comes back when it is lost. */
export class ListeningConnection {
  readonly #log = new Logger(ListeningConnection.name);
  readonly #closing = new AbortController();
  #client: pg.Client | undefined;
  #staying: Promise<void> = Promise.resolve();

  /** `onWake`: another process has signalled, or may have while this one was not listening. */
  constructor(
    private readonly config: pg.ClientConfig,
    private readonly onWake: () => void,
  ) {}

  open(): void {
    this.#staying = this.#stayConnected();
  }

  /** Wakes the others. Nothing is lost if this fails: they also look by themselves. */
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
    client.on('error', () => undefined); // 'end' follows
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
