import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { SharedSignalsErrors } from '../../contract/shared-signals.errors.js';
import type { SignalStream } from '../../streams/signal-stream.entity.js';
import type { StreamOwner } from '../../streams/signal-stream.js';
import { note, SignalStreams } from '../../streams/signal-streams.service.js';
import { SecurityEventRepository, type WaitingEvent } from '../security-event.repository.js';
import { SecurityEvents } from '../security-events.service.js';
import { SignalMetrics } from '../signal-metrics.service.js';
import { WaitingPolls } from './waiting-polls.service.js';

/** An event that the receiver reports as invalid. */
export interface ReportedFault {
  readonly err: string;
  readonly description: string | null;
}

export interface PollRequest {
  readonly most: number;
  readonly atOnce: boolean;
  readonly acknowledged: readonly string[];
  readonly rejections: ReadonlyMap<string, ReportedFault>;
}

export interface PolledEvents {
  /** The signed events, by their `jti`. */
  readonly sets: Readonly<Record<string, string>>;
  readonly moreAvailable: boolean;
}

/** Returns events to receivers that poll (RFC 8936). Events that a receiver does not acknowledge are returned again. */
@Injectable()
export class EventPolls {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly streams: SignalStreams,
    private readonly events: SecurityEventRepository,
    private readonly signing: SecurityEvents,
    private readonly polls: WaitingPolls,
    private readonly metrics: SignalMetrics,
  ) {}

  async poll(owner: StreamOwner, streamId: string, asked: PollRequest): Promise<PolledEvents> {
    const { stream } = await this.streams.find(owner, streamId);
    if (stream.isPushed) throw SharedSignalsErrors.notPolled();
    await this.#end(stream, asked);
    if (stream.status !== 'enabled' || asked.most === 0) return { sets: {}, moreAvailable: false };
    const found = await this.#waiting(owner, streamId, asked);
    const shown = found.slice(0, asked.most);
    const signed = await Promise.all(shown.map(async (one) => [one.eventId, await this.signing.signed(one, stream)]));
    return { sets: Object.fromEntries(signed) as Record<string, string>, moreAvailable: found.length > shown.length };
  }

  async #end(stream: SignalStream, { acknowledged, rejections }: PollRequest): Promise<void> {
    if (acknowledged.length + rejections.size === 0) return;
    const { streamId } = stream;
    const [delivered, rejected] = await this.uow.run(async (tx) => {
      const ended = [
        await this.events.end(tx, streamId, acknowledged),
        await this.events.end(tx, streamId, [...rejections.keys()]),
      ] as const;
      for (const eventId of ended[1]) note(tx, 'event-rejected', stream, { eventId, ...rejections.get(eventId) });
      return ended;
    });
    this.metrics.count('delivered', delivered.length);
    this.metrics.count('rejected', rejected.length);
  }

  async #waiting(owner: StreamOwner, streamId: string, { most, atOnce }: PollRequest): Promise<WaitingEvent[]> {
    if (atOnce) return this.events.waiting(streamId, most + 1);
    const poll = this.polls.begin(streamId);
    try {
      const found = await this.events.waiting(streamId, most + 1);
      if (found.length > 0) return found;
      await poll.woken;
      const { stream } = await this.streams.find(owner, streamId);
      if (stream.status !== 'enabled') return [];
      return await this.events.waiting(streamId, most + 1);
    } finally {
      poll.end();
    }
  }
}
