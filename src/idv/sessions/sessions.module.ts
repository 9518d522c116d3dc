import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { CancelSessionsOfUser } from './cancel-sessions.handler.js';
import { CloseExpired } from './close-expired.job.js';
import { DocumentMarks } from './document-marks.service.js';
import { SessionChanges } from './session-changes.service.js';
import { SessionRepository } from './session.repository.js';
import { SessionEventsModule } from '../session-events/session-events.module.js';
import { SessionSecrets } from './session-secrets.service.js';
import { Session } from './session.entity.js';

/** Stores sessions. Each change is written in one transaction with its events, webhooks and audit entries. */
@Module({
  imports: [TypeOrmModule.forFeature([Session]), EvidenceModule, SessionEventsModule],
  providers: [CancelSessionsOfUser, CloseExpired, DocumentMarks, SessionChanges, SessionRepository, SessionSecrets],
  exports: [DocumentMarks, SessionChanges, SessionRepository, SessionSecrets],
})
export class SessionsModule {}
