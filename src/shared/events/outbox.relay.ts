import { AsyncResource } from 'node:async_hooks';
import { Injectable, Optional } from '@nestjs/common';
import { type DomainEvent, isBeforeAnswer } from '../kernel/index.js';
import { HEAD_START_SECONDS, type Sql } from '../persistence/index.js';
import { EventTimings, within } from '../jobs/index.js';
import { OutboxDelivery } from './outbox.delivery.js';
import { OutboxStore, type ParkedEvents } from './outbox.store.js';

const AT_ONCE = 4;
const QUEUE_LIMIT = 1_000;

interface Queued {
  readonly deliver: () => Promise<void>;
  readonly until: number;
}

/** Delivers the events that this process commits: some before the response is sent, the others immediately after. */
@Injectable()
export class OutboxRelay {
  readonly #queue: Queued[] = [];
  readonly #running = new Set<Promise<void>>();
  #drains = 0;
  #open = false;

  constructor(
    private readonly store: OutboxStore,
    private readonly delivery: OutboxDelivery,
    @Optional() private readonly timings: EventTimings = new EventTimings(),
  ) {}

  /** Starts delivering events, including those committed while the application was starting. */
  open(): void {
    this.#open = true;
    this.#deliverQueued();
  }

  /** Called after each commit. Never rejects, because undelivered events stay in the outbox for the sweeper. */
  async afterCommit(events: readonly DomainEvent[]): Promise<void> {
    const isFirst = (event: DomainEvent): boolean => this.#open && isBeforeAnswer(event);
    const first = events.filter(isFirst);
    for (const event of events) if (!isFirst(event)) this.#enqueue(event);
    if (first.length === 0) return;
    await within(this.timings.answerMs, Promise.all(first.map((event) => this.#track(this.#deliver(event)))));
  }

  /**
   * Delivers the undelivered events about one object (at most 100, the oldest first), including those leased by another
   * process. Call it before applying a rule that relies on the effects of these events. Do not call it in a
   * transaction, because the handlers may need its locks. A failed delivery does not count as an attempt.
   */
  async deliverAbout(key: string): Promise<void> {
    if (!this.#open) return;
    const waiting = await this.store.about(key);
    await within(this.timings.answerMs, this.#track(this.#eachInTurn(waiting.map(({ event }) => event))));
  }

  /**
   * Schedules parked events for delivery again, and returns their number. Call it after the cause of their failure has
   * been removed.
   */
  replayParked(which: ParkedEvents = {}, sql?: Sql): Promise<number> {
    return this.store.replayParked(which, sql);
  }

  /** Resolves when everything that this process has committed has been delivered or left to the sweeper. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
    await this.delivery.acknowledge();
  }

  /** Lets running deliveries finish. Queued events stay in the outbox. */
  async close(): Promise<void> {
    this.#open = false;
    this.#queue.length = 0;
    await this.idle();
  }

  #enqueue(event: DomainEvent): void {
    // If the queue is full, the event stays in the outbox, from which the sweeper delivers it later.
    if (this.#queue.length >= QUEUE_LIMIT) return;
    const until = performance.now() + HEAD_START_SECONDS * 1_000;
    // Keeps the context of the request that caused the event, because another request may deliver the queue.
    const context = new AsyncResource('OutboxRelay');
    this.#queue.push({ deliver: () => context.runInAsyncScope(() => this.#deliver(event)), until });
    this.#deliverQueued();
  }

  #deliverQueued(): void {
    if (this.#open && this.#drains < AT_ONCE) void this.#track(this.#drain());
  }

  async #drain(): Promise<void> {
    this.#drains += 1;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      // Skips events that have waited longer than `HEAD_START_SECONDS`, because the sweeper may have leased them.
      if (performance.now() < next.until) await next.deliver();
    }
    this.#drains -= 1;
  }

  async #eachInTurn(events: readonly DomainEvent[]): Promise<void> {
    for (const event of events) await this.delivery.carried(event);
  }

  #deliver(event: DomainEvent): Promise<void> {
    return this.delivery.attempt({ event, attempts: 1 });
  }

  #track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
    return tracked;
  }
}
