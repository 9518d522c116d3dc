import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { SharedSignalsErrors } from '../contract/shared-signals.errors.js';
import { VERIFICATION } from '../streams/event-types.js';
import { MIN_VERIFICATION_INTERVAL, type StreamOwner } from '../streams/signal-stream.js';
import { SignalStreamRepository } from '../streams/signal-stream.repository.js';
import { note, notFound } from '../streams/signal-streams.service.js';
import { SecurityEvents } from './security-events.service.js';

/** Sends verification events, which let a receiver check that its stream works. They are not about any user. */
@Injectable()
export class StreamVerifications {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly streams: SignalStreamRepository,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
  ) {}

  verify(owner: StreamOwner, streamId: string, state: string | undefined): Promise<void> {
    return this.uow.run(async (tx) => {
      const stream = (await this.streams.lock(tx, owner, streamId)) ?? notFound(streamId);
      const now = this.clock.now();
      const waited = now.getTime() - (stream.verifiedAt?.getTime() ?? 0);
      if (waited < MIN_VERIFICATION_INTERVAL * 1_000)
        throw SharedSignalsErrors.verifiedJustNow(undefined, { retryAfterSeconds: MIN_VERIFICATION_INTERVAL });
      stream.verifiedAt = now;
      await tx.save(stream);
      note(tx, 'verification-requested', stream, {});
      if (stream.status === 'disabled') return;
      const subject = { format: 'opaque', id: streamId } as const;
      this.events.store(tx, stream, {
        streamId,
        type: VERIFICATION,
        subject,
        event: state === undefined ? {} : { state },
      });
    });
  }
}
