import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventsModule } from '../../shared/events/index.js';
import { OutboundModule } from '../../shared/outbound/index.js';
import { RemovedSubject } from './subjects/removed-subject.entity.js';
import { SignalStream } from './signal-stream.entity.js';
import { SignalStreamRepository } from './signal-stream.repository.js';
import { SignalStreamsController } from './signal-streams.controller.js';
import { SignalStreams } from './signal-streams.service.js';
import { SignalSubjectsController } from './subjects/signal-subjects.controller.js';
import { StreamSeals } from './stream-seals.service.js';
import { StreamSubjects } from './subjects/stream-subjects.service.js';
import { TransmitterMetadataController } from './metadata/transmitter-metadata.controller.js';

/** Streams: who receives which events, and how. */
@Module({
  imports: [EventsModule, OutboundModule, TypeOrmModule.forFeature([RemovedSubject, SignalStream])],
  controllers: [SignalStreamsController, SignalSubjectsController, TransmitterMetadataController],
  providers: [SignalStreamRepository, SignalStreams, StreamSeals, StreamSubjects],
  exports: [SignalStreamRepository, SignalStreams, StreamSeals],
})
export class StreamsModule {}
