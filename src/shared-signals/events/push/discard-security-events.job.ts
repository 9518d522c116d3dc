import { Injectable } from '@nestjs/common';
import { JobHandler, type JobRun, Recurring } from '../../../shared/jobs/index.js';
import { Clock, leastIdAt } from '../../../shared/kernel/index.js';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { KEPT_DAYS } from '../../streams/signal-stream.js';
import { SignalStreamRepository } from '../../streams/signal-stream.repository.js';
import { note } from '../../streams/signal-streams.service.js';
import { SecurityEventRepository } from '../security-event.repository.js';
import { SignalMetrics } from '../signal-metrics.service.js';

const DAY_MS = 86_400_000;
const BATCH = 1_000;

/**
 * Discards events that have not been delivered within `KEPT_DAYS` days. Records in the audit log how many were
 * discarded from each stream.
 */
@Injectable()
@Recurring('shared/discard-security-events', { everySeconds: 3_600 })
export class DiscardSecurityEvents extends JobHandler {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly events: SecurityEventRepository,
    private readonly streams: SignalStreamRepository,
    private readonly metrics: SignalMetrics,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const before = leastIdAt(this.clock.now().getTime() - KEPT_DAYS * DAY_MS);
    while (!signal.aborted && (await this.#batch(before)) === BATCH);
  }

  async #batch(before: string): Promise<number> {
    const discarded = await this.uow.run(async (tx) => {
      const streamIds = await this.events.discardBefore(tx, before, BATCH);
      for (const streamId of new Set(streamIds)) {
        const stream = await this.streams.find(streamId);
        const events = streamIds.filter((id) => id === streamId).length;
        if (stream) note(tx, 'events-discarded', stream, { events });
      }
      return streamIds.length;
    });
    this.metrics.count('discarded', discarded);
    return discarded;
  }
}
