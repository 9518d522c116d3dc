import { Module, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentityChecks } from '../auth/contract/index.js';
import { OperationsModule } from '../shared/observability/index.js';
import { OutboundModule } from '../shared/outbound/index.js';
import { TrustedStates } from '../system/contract/index.js';
import { ChipTrustAttention, KeptTrustedStates } from './chip-trust/chip-trust.adapter.js';
import { ChipTrustMetrics } from './chip-trust/chip-trust-metrics.service.js';
import { ChipTrust } from './chip-trust/chip-trust.service.js';
import { TrustEntry } from './chip-trust/trust-entry.entity.js';
import { TrustEntryRepository } from './chip-trust/trust-entry.repository.js';
import { WatchChipTrust } from './chip-trust/watch-chip-trust.job.js';
import { ChipAppController } from './chips/app/chip-app.controller.js';
import { ChipExchange } from './chips/chip-exchange.service.js';
import { ChipMetrics, ChipReadings } from './chips/chip-readings.service.js';
import { ChipReading } from './chips/chip-reading.entity.js';
import { ChipReadingRepository } from './chips/chip-reading.repository.js';
import { ChipSteps } from './chips/chip-steps.service.js';
import { ChipTrustOfSessions } from './chips/chip-trust-of-sessions.service.js';
import { ChipPortraits } from './chips/portrait/chip-portraits.service.js';
import { VirtualPassports } from './chips/virtual/virtual-passports.service.js';
import { FaceStepUps, Specimens } from './contract/ports.js';
import { IdentityEngineModule } from './engine.module.js';
import { EvidenceRecord } from './evidence/evidence.entity.js';
import { EvidenceRepository } from './evidence/evidence.repository.js';
import { Evidence } from './evidence/evidence.service.js';
import { Findings } from './evidence/findings.service.js';
import { DescribeSelfie, KeepFace } from './faces/keep-face.job.js';
import { DuplicateFaces } from './faces/duplicate-faces.service.js';
import { FaceTemplateRepository } from './faces/face-template.repository.js';
import { FaceSection, SessionsSection } from './retention/idv.sections.js';
import { FollowFaceChoice } from './faces/follow-face-choice.handler.js';
import { KeptFaceChecks } from './faces/kept-face-checks.service.js';
import { KeptFace } from './faces/kept-face.entity.js';
import { ReturningFaces } from './faces/returning-faces.service.js';
import { AskKyc } from './kyc/ask-kyc.job.js';
import { KycEndpoint } from './kyc/kyc-endpoint.service.js';
import { IdvSessionsController } from './management/idv-sessions.controller.js';
import { IdvSessions } from './management/idv-sessions.service.js';
import { ReviewClaimsController } from './management/review-claims.controller.js';
import { SessionMaterial } from './management/session-material.service.js';
import { PictureInspection } from './pictures/picture-inspection.service.js';
import { SessionPictures } from './pictures/session-pictures.service.js';
import { DropEvidence } from './retention/drop-evidence.job.js';
import { ForgetSessions } from './retention/forget-sessions.handler.js';
import { IdvReviewsController } from './reviews/idv-reviews.controller.js';
import { RemindOfReview } from './reviews/remind-of-review.job.js';
import { ReviewAttention } from './reviews/review-attention.adapter.js';
import { ReviewDecision } from './reviews/review-decision.entity.js';
import { ReviewMaterial } from './reviews/review-material.service.js';
import { ReviewMetrics } from './reviews/review-metrics.service.js';
import { ReviewRepository } from './reviews/review.repository.js';
import { Reviews } from './reviews/reviews.service.js';
import { SessionEvent } from './session-events/session-event.entity.js';
import { SessionEventRepository } from './session-events/session-event.repository.js';
import { SessionEvents } from './session-events/session-events.service.js';
import { CancelSessionsOfUser } from './sessions/cancel-sessions.handler.js';
import { CloseExpired } from './sessions/close-expired.job.js';
import { DocumentMarks } from './sessions/document-marks.service.js';
import { SessionChanges } from './sessions/session-changes.service.js';
import { SessionSecrets } from './sessions/session-secrets.service.js';
import { Session } from './sessions/session.entity.js';
import { SessionRepository } from './sessions/session.repository.js';
import { DrawnSpecimens } from './specimens/drawn-specimens.adapter.js';
import { PracticeReview } from './specimens/practice-review.service.js';
import { UploadBudget } from './uploads/upload-budget.service.js';
import { SessionStepGuard } from './steps/session-step.guard.js';
import { SessionSteps } from './steps/session-steps.service.js';
import { Sessions } from './steps/sessions.service.js';
import { SimulatedEndings } from './steps/simulated-endings.service.js';
import { ConfiguredVendor } from './vendor/http-vendor.adapter.js';
import { FollowVendor, RemoveAtVendor } from './vendor/vendor-calls.jobs.js';
import { VendorNotifications } from './vendor/vendor-notifications.service.js';
import { VendorOrders } from './vendor/vendor-orders.service.js';
import { VendorResults } from './vendor/vendor-results.service.js';
import { LiveVendor } from './vendor/vendor.port.js';
import { IdentityChecksByWebToken } from './web-tokens/identity-checks.adapter.js';
import { IdvWebTokensController } from './web-tokens/idv-web-tokens.controller.js';
import { SessionActivity } from './web-tokens/session-activity.adapter.js';
import { SessionFigures } from './web-tokens/session-figures.repository.js';
import { SessionHits } from './web-tokens/session-hits.adapter.js';
import { SessionListRepository } from './web-tokens/session-list.repository.js';
import { SessionResults } from './web-tokens/session-results.service.js';
import { VerificationEligibility } from './web-tokens/verification-eligibility.service.js';
import { WebTokens } from './web-tokens/web-tokens.service.js';

/** Stores sessions. Each change is written in one transaction with its events, webhooks and audit entries. */
const sessions: Provider[] = [
  CancelSessionsOfUser,
  CloseExpired,
  DocumentMarks,
  SessionChanges,
  SessionRepository,
  SessionSecrets,
];

/** Records what happens in a session, step by step. The records are deleted together with the session. */
const sessionEvents: Provider[] = [SessionEventRepository, SessionEvents];

/** Stores the pictures of each session, and the data found in them, encrypted with a key of that session. */
const evidence: Provider[] = [Evidence, EvidenceRepository, Findings];

/** Inspects the pictures that users send before any other code reads them, and stores them with the session. */
const pictures: Provider[] = [PictureInspection, SessionPictures];

/** Takes a browser through the steps of its session. */
const steps: Provider[] = [Sessions, SessionStepGuard, SessionSteps, SimulatedEndings];

/** Stores the faces of users who have agreed to it, and compares new pictures with stored faces. */
const faces: Provider[] = [
  DescribeSelfie,
  DuplicateFaces,
  FaceSection,
  FaceTemplateRepository,
  FollowFaceChoice,
  KeepFace,
  ReturningFaces,
  { provide: FaceStepUps, useClass: KeptFaceChecks },
];

/** Receives the data that an app has read from the chip of a passport, and verifies it. */
const chips: Provider[] = [
  ChipExchange,
  ChipMetrics,
  ChipPortraits,
  ChipReadingRepository,
  ChipReadings,
  ChipSteps,
  ChipTrustOfSessions,
  VirtualPassports,
];

/** Stores the certificates of the state authorities whose passport chips are accepted. */
const chipTrust: Provider[] = [
  ChipTrust,
  ChipTrustAttention,
  ChipTrustMetrics,
  TrustEntryRepository,
  WatchChipTrust,
  { provide: TrustedStates, useClass: KeptTrustedStates },
];

/** Shows reviewers the pictures of a session and the data found in them, and stores their decisions. */
const reviews: Provider[] = [RemindOfReview, ReviewAttention, ReviewMaterial, ReviewMetrics, ReviewRepository, Reviews];

/** Opens sessions for enterprises, and shows their results. */
const webTokens: Provider[] = [
  VerificationEligibility,
  { provide: IdentityChecks, useClass: IdentityChecksByWebToken },
  SessionActivity,
  SessionFigures,
  SessionHits,
  SessionListRepository,
  SessionResults,
  WebTokens,
];

/** Shows sessions to operators and enterprises, by an ID that does not give access to the user's pages. */
const management: Provider[] = [IdvSessions, SessionMaterial];

/** Asks the KYC endpoint of the enterprise whether the enterprise accepts the person. */
const kyc: Provider[] = [AskKyc, KycEndpoint];

/** Verifies live users on the pages of a vendor. */
const vendor: Provider[] = [
  { provide: LiveVendor, useClass: ConfiguredVendor },
  FollowVendor,
  RemoveAtVendor,
  VendorNotifications,
  VendorOrders,
  VendorResults,
];

/**
 * Drops evidence once its retention period has ended, deletes the sessions of erased users, and exports the data stored
 * about a user.
 */
const retention: Provider[] = [DropEvidence, ForgetSessions, SessionsSection];

/** Draws documents of a fictitious state, for tests. */
const specimens: Provider[] = [{ provide: Specimens, useClass: DrawnSpecimens }, PracticeReview];

/** Limits concurrent uploads of pictures. */
const uploads: Provider[] = [UploadBudget];

/** Verifies who users are. */
@Module({
  imports: [
    IdentityEngineModule,
    OperationsModule,
    OutboundModule,
    TypeOrmModule.forFeature([
      ChipReading,
      EvidenceRecord,
      KeptFace,
      ReviewDecision,
      Session,
      SessionEvent,
      TrustEntry,
    ]),
  ],
  controllers: [
    ChipAppController,
    IdvReviewsController,
    IdvWebTokensController,
    IdvSessionsController,
    ReviewClaimsController,
  ],
  providers: [
    ...sessions,
    ...sessionEvents,
    ...evidence,
    ...pictures,
    ...steps,
    ...faces,
    ...chips,
    ...chipTrust,
    ...reviews,
    ...webTokens,
    ...management,
    ...kyc,
    ...vendor,
    ...retention,
    ...specimens,
    ...uploads,
  ],
  exports: [
    ChipReadings,
    ChipSteps,
    DocumentMarks,
    DuplicateFaces,
    FaceStepUps,
    Findings,
    IdentityChecks,
    ReturningFaces,
    SessionChanges,
    SessionEvents,
    SessionPictures,
    SessionSteps,
    Sessions,
    SimulatedEndings,
    Specimens,
    TrustedStates,
    UploadBudget,
    VendorNotifications,
    VirtualPassports,
  ],
})
export class IdvModule {}
