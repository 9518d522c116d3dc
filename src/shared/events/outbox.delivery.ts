import { Injectable, Logger, Optional } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { lastValueFrom, of } from 'rxjs';
import { type DomainEvent, messageOf, typeOf } from '../kernel/index.js';
import { inSpan } from '../observability/index.js';
import { outsideTx } from '../persistence/index.js';
import { EventTimings, exponentialBackoff, oneAtATime, within } from '../jobs/index.js';
import { OutboxStore, type Undelivered } from './outbox.store.js';

/**
 * Delivers an event to all its handlers. The implementation uses the event bus of the process; a message broker could
 * replace it.
 */
export abstract class EventTransport {
  /** Resolves when every handler has finished; rejects when one has failed. */
  abstract carry(event: DomainEvent): Promise<void>;
}

@Injectable()
export class BusEventTransport extends EventTransport {
  constructor(private readonly bus: EventBus) {
    super();
    // Nest's own publisher returns before the handlers finish, and only logs errors: a failure would count as delivery.
    bus.publisher = { publish: (event) => this.carry(event as unknown as DomainEvent) };
  }

  async carry(event: DomainEvent): Promise<void> {
    const runs = this.bus.eventOperators.map((run) => lastValueFrom(of(event).pipe(run), { defaultValue: null }));
    const ended = await Promise.allSettled(runs);
    const failures = ended.filter((run) => run.status === 'rejected').map((run): unknown => run.reason);
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, failures.map(messageOf).join('; '));
  }
}

const ATTEMPTS_BEFORE_PARKING = 10;

/** Makes one attempt to deliver an event, and updates its row. */
@Injectable()
export class OutboxDelivery {
  readonly #log = new Logger(OutboxDelivery.name);
  #delivered: string[] = [];

  constructor(
    private readonly store: OutboxStore,
    private readonly carrier: EventTransport,
    @Optional() private readonly timings: EventTimings = new EventTimings(),
  ) {}

  /** Attempts to deliver an event. Never rejects, because a failed event is tried again later. */
  async attempt({ event, attempts }: Undelivered): Promise<void> {
    if (attempts > ATTEMPTS_BEFORE_PARKING) {
      await this.#settle(event, this.#park(event, 'its process ended during each delivery'));
    } else {
      const failure = await this.carried(event);
      if (failure) await this.#settle(event, this.#failed(event, attempts, failure.error));
    }
  }

  /**
   * Delivers the event to its handlers, and marks its row for removal if all of them have succeeded. Returns the error
   * if one has failed.
   */
  async carried(event: DomainEvent): Promise<{ readonly error: unknown } | undefined> {
    try {
      // Runs outside any transaction of the caller, because each handler has a transaction of its own.
      const carrying = outsideTx(() => inSpan(`deliver ${typeOf(event)}`, {}, () => this.carrier.carry(event)));
      const inTime = await within(this.timings.deliveryMs, carrying);
      if (!inTime) throw new Error(`handlers took more than ${this.timings.deliveryMs} ms`);
    } catch (error) {
      return { error };
    }
    this.#delivered.push(event.id);
    // The removal of the row is not awaited: if it fails, the event is delivered again, and the handlers skip it.
    void this.acknowledge();
    return undefined;
  }

  /** Removes the rows of all events delivered since the last call, in one statement. */
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
    await this.store.postpone(event.id, reason, exponentialBackoff(attempts));
    this.#log.warn({ ...nameOf(event), attempts, err: error }, 'An event was not delivered and will be tried again');
  }

  async #park(event: DomainEvent, reason: string, error?: unknown): Promise<void> {
    await this.store.park(event.id, reason);
    this.#log.error({ ...nameOf(event), reason, err: error }, 'An event was parked: it failed too often');
  }

  /**
   * Logs the error if the result of a delivery could not be stored. The event is then tried again when its lease
   * expires.
   */
  #settle(event: DomainEvent, settling: Promise<void>): Promise<void> {
    return settling.catch((error: unknown) => {
      this.#log.error({ ...nameOf(event), err: error }, 'An event stays leased for a while');
    });
  }
}

const nameOf = (event: DomainEvent) => ({ event: event.id, type: typeOf(event) });
