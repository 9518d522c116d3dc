import { Module } from '@nestjs/common';
import { EventsModule as SharedEventsModule } from '../../shared/events/index.js';
import { OperationsModule } from '../../shared/observability/index.js';
import { OutboundModule } from '../../shared/outbound/index.js';
import { StreamsModule } from '../streams/streams.module.js';
import { EventPolls } from './poll/event-polls.service.js';
import { SecurityEventPollsController } from './poll/security-event-polls.controller.js';
import { WaitingPolls } from './poll/waiting-polls.service.js';
import { DeliverSecurityEvent } from './push/deliver-security-event.job.js';
import { DiscardSecurityEvents } from './push/discard-security-events.job.js';
import { ResumeStream } from './push/resume-stream.job.js';
import { SecurityEventRepository } from './security-event.repository.js';
import { SecurityEvents } from './security-events.service.js';
import { SignalMetrics } from './signal-metrics.service.js';
import { SignalVerificationsController } from './signal-verifications.controller.js';
import { StreamVerifications } from './stream-verifications.service.js';
import { TellReceivers } from './tell-receivers.handler.js';

/** Stores each event for each stream that wants it, until the receiver has confirmed it. */
@Module({
  imports: [StreamsModule, SharedEventsModule, OperationsModule, OutboundModule],
  controllers: [SecurityEventPollsController, SignalVerificationsController],
  providers: [
    SecurityEventRepository,
    SecurityEvents,
    SignalMetrics,
    StreamVerifications,
    TellReceivers,
    EventPolls,
    WaitingPolls,
    DeliverSecurityEvent,
    DiscardSecurityEvents,
    ResumeStream,
  ],
})
export class EventsModule {}
