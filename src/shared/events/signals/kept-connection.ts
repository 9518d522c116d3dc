import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { spread, within } from '../../jobs/index.js';

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 5_000;
/** A server that does not respond within this time is considered lost, even if the connection still looks open. */
export const PATIENCE_MS = 5_000;

/** A connection on which processes notify each other that there are new signals to read. */
export interface WakeUpConnection {
  /** Resolves when the connection is lost, with the error if there was one. */
  readonly lost: Promise<Error | undefined>;
  notify(): Promise<unknown>;
  end(): Promise<unknown>;
}

/** `onWake` is called when another process has sent a signal. */
export type ConnectWakeUps = (onWake: () => void) => Promise<WakeUpConnection>;

/**
 * Keeps a connection open by reconnecting whenever it is lost. Of several failures in a row, only the first is logged.
 * A connection that has lasted longer than `LONGEST_WAIT_MS` ends such a row.
 */
export class KeptConnection {
  readonly #log = new Logger(KeptConnection.name);
  readonly #closing = new AbortController();
  #connection: WakeUpConnection | undefined;
  #lastedMs = 0;
  #staying: Promise<void> = Promise.resolve();

  /**
   * `onWake` is also called each time a connection is established, because signals may have been sent while this
   * process was not connected.
   */
  constructor(
    private readonly connect: ConnectWakeUps,
    private readonly onWake: () => void,
    private readonly trouble: string,
  ) {}

  open(): void {
    this.#staying = this.#stayConnected();
  }

  /** Wakes the other processes. Returns false if that has failed. */
  async notify(): Promise<boolean> {
    const connection = this.#connection;
    if (!connection) return false;
    try {
      await connection.notify();
      return true;
    } catch {
      await within(PATIENCE_MS, connection.end());
      return false;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#connection) await within(PATIENCE_MS, this.#connection.end());
    await within(PATIENCE_MS, this.#staying);
  }

  async #stayConnected(): Promise<void> {
    let failures = 0;
    let isTold = false;
    while (!this.#closing.signal.aborted) {
      this.#lastedMs = 0;
      const error = await this.#untilLost();
      if (this.#lastedMs > LONGEST_WAIT_MS) [failures, isTold] = [0, false];
      if (error !== undefined && !isTold) {
        this.#log.warn({ err: error }, this.trouble);
        isTold = true;
      }
      const wait = spread(Math.min(FIRST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS));
      await sleep(wait, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    }
  }

  async #untilLost(): Promise<unknown> {
    try {
      const connection = await this.connect(this.onWake);
      try {
        return await this.#holding(connection);
      } finally {
        this.#connection = undefined;
        await within(PATIENCE_MS, connection.end());
      }
    } catch (error) {
      return error;
    }
  }

  async #holding(connection: WakeUpConnection): Promise<Error | undefined> {
    if (this.#closing.signal.aborted) return undefined;
    this.#connection = connection;
    this.onWake();
    const since = performance.now();
    try {
      return await connection.lost;
    } finally {
      this.#lastedMs = performance.now() - since;
    }
  }
}
