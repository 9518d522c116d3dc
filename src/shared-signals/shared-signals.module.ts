import { Module, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventsModule } from '../shared/events/index.js';
import { OperationsModule } from '../shared/observability/index.js';
import { OutboundModule } from '../shared/outbound/index.js';
import { EventPolls } from './events/poll/event-polls.service.js';
import { SecurityEventPollsController } from './events/poll/security-event-polls.controller.js';
import { WaitingPolls } from './events/poll/waiting-polls.service.js';
import { DeliverSecurityEvent } from './events/push/deliver-security-event.job.js';
import { DiscardSecurityEvents } from './events/push/discard-security-events.job.js';
import { ResumeStream } from './events/push/resume-stream.job.js';
import { SecurityEventRepository } from './events/security-event.repository.js';
import { SecurityEvents } from './events/security-events.service.js';
import { SignalMetrics } from './events/signal-metrics.service.js';
import { SignalVerificationsController } from './events/signal-verifications.controller.js';
import { StreamVerifications } from './events/stream-verifications.service.js';
import { TellReceivers } from './events/tell-receivers.handler.js';
import { TransmitterMetadataController } from './streams/metadata/transmitter-metadata.controller.js';
import { RemoveStreamOfClient } from './streams/remove-stream-of-client.handler.js';
import { SignalStream, RemovedSubject } from './streams/signal-stream.entity.js';
import { SignalStreamRepository } from './streams/signal-stream.repository.js';
import { SignalStreamsController } from './streams/signal-streams.controller.js';
import { SignalStreams } from './streams/signal-streams.service.js';
import { StopStreams } from './streams/stop-streams.job.js';
import { StreamEntitlement } from './streams/stream-entitlement.service.js';
import { StreamSeals } from './streams/stream-seals.service.js';
import { SignalSubjectsController } from './streams/subjects/signal-subjects.controller.js';
import { StreamSubjects } from './streams/subjects/stream-subjects.service.js';

/** Streams: who receives which events, and how. */
const streams: Provider[] = [
  SignalStreamRepository,
  SignalStreams,
  StreamSeals,
  StreamEntitlement,
  StreamSubjects,
  RemoveStreamOfClient,
  StopStreams,
];

/** Stores each event for each stream that requested it, until the receiver has acknowledged it. */
const events: Provider[] = [
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
];

/** Informs other systems about ended sessions, changed credentials and disabled accounts (Shared Signals Framework). */
@Module({
  imports: [EventsModule, OperationsModule, OutboundModule, TypeOrmModule.forFeature([RemovedSubject, SignalStream])],
  controllers: [
    SignalStreamsController,
    SignalSubjectsController,
    TransmitterMetadataController,
    SecurityEventPollsController,
    SignalVerificationsController,
  ],
  providers: [...streams, ...events],
})
export class SharedSignalsModule {}
