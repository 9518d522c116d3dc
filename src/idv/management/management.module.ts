import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { ReviewsModule } from '../reviews/reviews.module.js';
import { SessionEventsModule } from '../session-events/session-events.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { WebTokensModule } from '../web-tokens/web-tokens.module.js';
import { IdvSessionsController } from './idv-sessions.controller.js';
import { IdvSessions } from './idv-sessions.service.js';
import { SessionMaterial } from './session-material.service.js';
import { ReviewClaimsController } from './review-claims.controller.js';

/** Sessions for operators and enterprises, by an id that does not open the user's pages. */
@Module({
  imports: [EvidenceModule, ReviewsModule, SessionEventsModule, SessionsModule, WebTokensModule],
  controllers: [IdvSessionsController, ReviewClaimsController],
  providers: [IdvSessions, SessionMaterial],
})
export class ManagementOfIdvModule {}
