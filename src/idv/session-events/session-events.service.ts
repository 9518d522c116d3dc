import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import type { NewSessionEvent } from './session-event.js';
import type { SessionEvent } from './session-event.entity.js';
import { SessionEventRepository } from './session-event.repository.js';

/** Records and lists the events of sessions. */
@Injectable()
export class SessionEvents {
  constructor(
    private readonly events: SessionEventRepository,
    private readonly clock: Clock,
  ) {}

  /** Stores events in the same transaction as the change that caused them. */
  add(tx: Tx, ref: SessionRef, ...events: readonly NewSessionEvent[]): void {
    this.events.add(tx, ref, this.clock.now(), events);
  }

  note(ref: SessionRef, event: NewSessionEvent): Promise<void> {
    return this.events.note(ref, this.clock.now(), event);
  }

  page(ref: SessionRef, limit: number, after?: string): Promise<SessionEvent[]> {
    return this.events.page(ref, limit, after);
  }
}
