import { Injectable, Logger, Optional } from '@nestjs/common';
import { typeOf, type DomainEvent } from '../kernel/event.js';
import { inSpan } from '../operations/traces/spans.js';
import { outsideTx } from '../persistence/tx.js';
import { EventCarrier, messageOf } from './event-carrier.js';
import { EventTimings } from './event-timings.js';
import { OutboxStore, type Undelivered } from './outbox.store.js';
import { growingWait } from './pace/backoff.js';
import { oneAtATime } from './pace/one-at-a-time.js';
import { within } from './pace/within.js';

const ATTEMPTS_BEFORE_PARKING = 10;

/** One try to deliver one event, and what becomes of its row. */
@Injectable()
export class OutboxDelivery {
  readonly #log = new Logger(OutboxDelivery.name);
  #delivered: string[] = [];

  constructor(
    private readonly store: OutboxStore,
    private readonly carrier: EventCarrier,
    @Optional() private readonly timings: EventTimings = new EventTimings(),
  ) {}

  /** Never fails: an event that was not delivered is tried again later. */
  async attempt({ event, attempts }: Undelivered): Promise<void> {
    if (attempts > ATTEMPTS_BEFORE_PARKING) {
      await this.#settle(event, this.#park(event, 'its process ended during each delivery'));
    } else {
      const failure = await this.carried(event);
      if (failure) await this.#settle(event, this.#failed(event, attempts, failure.error));
    }
  }

  /** Brings the event to its handlers; its row goes when all have finished. Tells why not, if not. */
  async carried(event: DomainEvent): Promise<{ readonly error: unknown } | undefined> {
    try {
      // Handlers have transactions of their own, also when a use case waits for them within another one's.
      const carrying = outsideTx(() => inSpan(`deliver ${typeOf(event)}`, {}, () => this.carrier.carry(event)));
      const inTime = await within(this.timings.deliveryMs, carrying);
      if (!inTime) throw new Error(`handlers took more than ${this.timings.deliveryMs} ms`);
    } catch (error) {
      return { error };
    }
    this.#delivered.push(event.id);
    // Nobody waits for this: if it is lost, the event comes again, and its handlers know it.
    void this.acknowledge();
    return undefined;
  }

  /** Removes the rows of all that was delivered meanwhile in one statement. */
  readonly acknowledge = oneAtATime(async () => {
    const ids = this.#delivered;
    this.#delivered = [];
    if (ids.length === 0) return;
    await this.store.delivered(ids).catch((error: unknown) => {
      this.#log.warn({ err: error, events: ids.length }, 'Delivered events could not be removed and will come again');
    });
  });

  async #failed(event: DomainEvent, attempts: number, error: unknown): Promise<void> {
    const reason = messageOf(error).slice(0, 500);
    if (attempts >= ATTEMPTS_BEFORE_PARKING) return this.#park(event, reason, error);
    await this.store.postpone(event.id, reason, growingWait(attempts));
    this.#log.warn({ ...nameOf(event), attempts, err: error }, 'An event was not delivered and will be tried again');
  }

  async #park(event: DomainEvent, reason: string, error?: unknown): Promise<void> {
    await this.store.park(event.id, reason);
    this.#log.error({ ...nameOf(event), reason, err: error }, 'An event was parked: it failed too often');
  }

  /** When even the failure cannot be written, the lease runs out by itself. */
  #settle(event: DomainEvent, settling: Promise<void>): Promise<void> {
    return settling.catch((error: unknown) => {
      this.#log.error({ ...nameOf(event), err: error }, 'An event stays leased for a while');
    });
  }
}

const nameOf = (event: DomainEvent) => ({ event: event.id, type: typeOf(event) });
