import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { FacesModule } from '../faces/faces.module.js';
import { ReviewsModule } from '../reviews/reviews.module.js';
import { SessionEventsModule } from '../session-events/session-events.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { DropEvidence } from './drop-evidence.job.js';
import { ForgetSessions } from './forget-sessions.handler.js';
import { SessionsSection } from './sessions.section.js';

/**
 * Drops evidence after its retention, deletes the sessions of erased users, and exports the data stored about a user.
 */
@Module({
  imports: [EvidenceModule, FacesModule, ReviewsModule, SessionEventsModule, SessionsModule],
  providers: [DropEvidence, ForgetSessions, SessionsSection],
})
export class RetentionModule {}
