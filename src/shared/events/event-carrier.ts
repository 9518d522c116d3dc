import { Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { lastValueFrom, of } from 'rxjs';
import type { DomainEvent } from '../kernel/event.js';

/** Brings an event to everyone who hears it. In one process that is the bus; a broker can stand here instead. */
export abstract class EventCarrier {
  /** Resolves when every handler has finished; rejects when one has failed. */
  abstract carry(event: DomainEvent): Promise<void>;
}

@Injectable()
export class BusEventCarrier extends EventCarrier {
  constructor(private readonly bus: EventBus) {
    super();
    // The stock publisher returns before its handlers finish and only logs their errors: behind an outbox that
    // would mean "delivered" for an event that was lost.
    bus.publisher = { publish: (event) => this.carry(event as unknown as DomainEvent) };
  }

  async carry(event: DomainEvent): Promise<void> {
    const runs = this.bus.eventOperators.map((run) => lastValueFrom(of(event).pipe(run), { defaultValue: null }));
    const failed = (await Promise.allSettled(runs)).find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
