import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { isBeforeAnswer, revive, typeOf, type DomainEvent, type StoredEvent } from '../kernel/event.js';
import { Database } from '../persistence/database.js';
import { EventCarrier } from './event-carrier.js';

const ANSWER_DEADLINE_MS = 2_000;
const LEASE_SECONDS = 30;
const ATTEMPTS_BEFORE_PARKING = 10;
const AT_ONCE = 4;
const QUEUE_LIMIT = 1_000;
const SWEEP_SIZE = 50;

/** Delivers committed events, at least once each, and removes a row only when every handler has finished. */
@Injectable()
export class OutboxRelay implements BeforeApplicationShutdown {
  readonly #log = new Logger(OutboxRelay.name);
  readonly #queue: DomainEvent[] = [];
  readonly #running = new Set<Promise<void>>();

  constructor(
    private readonly db: Database,
    private readonly carrier: EventCarrier,
  ) {}

  /** Called right after commit. Never fails: what is not delivered here stays in the outbox for the sweeper. */
  async afterCommit(events: readonly DomainEvent[]): Promise<void> {
    for (const event of events.filter((e) => !isBeforeAnswer(e))) this.#enqueue(event);
    const first = events.filter(isBeforeAnswer);
    if (first.length > 0) await withinDeadline(Promise.all(first.map((event) => this.#track(this.#attempt(event)))));
  }

  /** Delivers whatever is still undelivered about one thing, whoever holds its lease, before a rule relies on it. */
  async deliverAbout(key: string): Promise<void> {
    const rows = await this.db.rows<StoredEvent>(
      `SELECT ${COLUMNS} FROM shared.outbox WHERE key = $1 AND parked_at IS NULL ORDER BY occurred_at LIMIT 100`,
      [key],
    );
    for (const row of rows) await this.#track(this.#attempt(revive(row)));
  }

  /** The safety net: takes what is overdue (a crash, a failed handler) by lease. Returns how many it took. */
  async sweep(): Promise<number> {
    const rows = await this.db.rows<StoredEvent>(
      `UPDATE shared.outbox SET due_at = now() + interval '${LEASE_SECONDS} seconds'
       WHERE id IN (SELECT id FROM shared.outbox WHERE parked_at IS NULL AND due_at <= now()
                    ORDER BY due_at LIMIT ${SWEEP_SIZE} FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}`,
    );
    for (const row of rows) await this.#track(this.#attempt(revive(row)));
    return rows.length;
  }

  /** Puts parked events back to work, once whatever made them fail has been mended. */
  async replayParked(): Promise<number> {
    const rows = await this.db.rows(
      'UPDATE shared.outbox SET parked_at = NULL, attempts = 0, due_at = now() WHERE parked_at IS NOT NULL RETURNING 1',
    );
    return rows.length;
  }

  /** Lets what runs finish; what still waits is in the outbox. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#queue.length = 0;
    await Promise.allSettled(this.#running);
  }

  #enqueue(event: DomainEvent): void {
    if (this.#queue.length >= QUEUE_LIMIT) return; // the sweeper will take it
    this.#queue.push(event);
    if (this.#running.size < AT_ONCE) void this.#track(this.#drain());
  }

  async #drain(): Promise<void> {
    for (let event = this.#queue.shift(); event; event = this.#queue.shift()) await this.#attempt(event);
  }

  #track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
    return tracked;
  }

  async #attempt(event: DomainEvent): Promise<void> {
    try {
      await this.carrier.carry(event);
      await this.db.rows('DELETE FROM shared.outbox WHERE id = $1', [event.id]);
    } catch (error) {
      await this.#postpone(event, error).catch((why: unknown) => this.#log.error(why, 'An event stays leased'));
    }
  }

  async #postpone(event: DomainEvent, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
    const [row] = await this.db.rows<{ parked: boolean; attempts: number }>(
      `UPDATE shared.outbox
       SET attempts = attempts + 1, last_error = $2,
           due_at = now() + least(power(2, attempts), 3600) * interval '1 second',
           parked_at = CASE WHEN attempts + 1 >= ${ATTEMPTS_BEFORE_PARKING} THEN now() END
       WHERE id = $1 RETURNING parked_at IS NOT NULL AS parked, attempts`,
      [event.id, reason],
    );
    const told = { event: event.id, type: typeOf(event), attempts: row?.attempts, err: error };
    if (row?.parked) this.#log.error(told, 'An event was parked: it failed too often');
    else this.#log.warn(told, 'An event was not delivered and will be tried again');
  }
}

const COLUMNS = `id, type, payload, to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "occurredAt"`;

async function withinDeadline(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => (timer = setTimeout(resolve, ANSWER_DEADLINE_MS)));
  await Promise.race([work, deadline]);
  clearTimeout(timer);
}
