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
    const ended = await Promise.allSettled(runs);
    const failures = ended.filter((run) => run.status === 'rejected').map((run): unknown => run.reason);
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, failures.map(messageOf).join('; '));
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
