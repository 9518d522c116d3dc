import { Module } from '@nestjs/common';
import { EnginesModule } from '../engines/engines.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { SessionEventsModule } from '../session-events/session-events.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { VendorModule } from '../vendor/vendor.module.js';
import { IdentityChecks } from '../../auth/contract/index.js';
import { FacesModule } from '../faces/faces.module.js';
import { IdentityChecksByWebToken } from './identity-checks.adapter.js';
import { IdvWebTokensController } from './idv-web-tokens.controller.js';
import { VerificationEligibility } from './verification-eligibility.service.js';
import { SessionActivity } from './session-activity.adapter.js';
import { SessionFigures } from './session-figures.repository.js';
import { SessionHits } from './session-hits.adapter.js';
import { SessionListRepository } from './session-list.repository.js';
import { SessionResults } from './session-results.service.js';
import { WebTokens } from './web-tokens.service.js';

/** Opens sessions for enterprises, and shows their results. */
@Module({
  imports: [EnginesModule, EvidenceModule, FacesModule, SessionEventsModule, SessionsModule, VendorModule],
  controllers: [IdvWebTokensController],
  exports: [IdentityChecks, SessionListRepository, SessionResults],
  providers: [
    VerificationEligibility,
    { provide: IdentityChecks, useClass: IdentityChecksByWebToken },
    SessionActivity,
    SessionFigures,
    SessionHits,
    SessionListRepository,
    SessionResults,
    WebTokens,
  ],
})
export class WebTokensModule {}
