import { Global, Module } from '@nestjs/common';
import { OperationsModule } from '../shared/operations/operations.module.js';
import { OutboundModule } from '../shared/outbound/outbound.module.js';
import { ReviewsController } from './controllers/reviews.controller.js';
import { WebTokensController } from './controllers/web-tokens.controller.js';
import { SessionStepGuard } from './guards/session-step.guard.js';
import { ConfiguredVendor } from './adapters/configured-vendor.adapter.js';
import { BuiltInEngine } from './engine/built-in-engine.adapter.js';
import { IdentityEngineModule } from './engine/identity-engine.module.js';
import { LiveEngine } from './ports/engine.port.js';
import { LiveVendor } from './ports/vendor.port.js';
import { AskKyc } from './services/ask-kyc.job.js';
import { CancelSessionsOfUser } from './services/cancel-sessions.handler.js';
import { Candidates } from './services/candidates.service.js';
import { DocumentMarks } from './services/document-marks.service.js';
import { DocumentSteps } from './services/document-steps.service.js';
import { Engines } from './services/engines.service.js';
import { EvidenceRepository } from './services/evidence.repository.js';
import { Evidence } from './services/evidence.service.js';
import { DrawnSpecimens } from './adapters/specimens.adapter.js';
import { FaceStepUps } from './face-step-up.js';
import { Specimens } from './specimens.js';
import { DuplicateFaces } from './services/faces/duplicate-faces.service.js';
import { FaceChecks } from './services/faces/face-checks.service.js';
import { FaceSection } from './services/faces/face-section.js';
import { FaceTemplateRepository } from './services/faces/face-template.repository.js';
import { DescribeSelfie, FollowFaceChoice, KeepFace } from './services/faces/keep-face.job.js';
import { Findings } from './services/findings.service.js';
import { KycEndpoint } from './services/kyc-endpoint.service.js';
import { PictureInspection } from './services/picture-inspection.service.js';
import { DropEvidence, ForgetSessions } from './services/retention.jobs.js';
import { RemindOfReview, ReviewMetrics } from './services/review-alarm.job.js';
import { ReviewMaterial } from './services/review-material.service.js';
import { ReviewRepository } from './services/review.repository.js';
import { Reviews } from './services/reviews.service.js';
import { SessionsSection } from './services/sessions-section.js';
import { SelfieJudge } from './services/selfie-judge.service.js';
import { SelfieSteps } from './services/selfie-steps.service.js';
import { SessionChanges } from './services/session-changes.service.js';
import { SessionPictures } from './services/session-pictures.service.js';
import { SessionListRepository } from './services/session-list.repository.js';
import { SessionRepository } from './services/session.repository.js';
import { SessionResults } from './services/session-results.service.js';
import { OfferedDocuments } from './services/offered-documents.service.js';
import { SessionSecrets } from './services/session-secrets.service.js';
import { SessionSteps } from './services/session-steps.service.js';
import { CloseExpired } from './services/session-upkeep.jobs.js';
import { Sessions } from './services/sessions.service.js';
import { FollowVendor } from './services/vendor/follow-vendor.job.js';
import { RemoveAtVendor } from './services/vendor/remove-at-vendor.job.js';
import { VendorNews } from './services/vendor/vendor-news.service.js';
import { VendorOrders } from './services/vendor/vendor-orders.service.js';
import { VendorResults } from './services/vendor/vendor-results.service.js';
import { WebTokens } from './services/web-tokens.service.js';

const evidence = [EvidenceRepository, Evidence, PictureInspection];
const engines = [Engines, { provide: LiveEngine, useExisting: BuiltInEngine }];
const vendor = [
  { provide: LiveVendor, useClass: ConfiguredVendor },
  VendorOrders,
  VendorResults,
  VendorNews,
  FollowVendor,
  RemoveAtVendor,
];
const sessions = [SessionRepository, SessionListRepository, SessionSecrets, SessionChanges, Sessions, SessionStepGuard];
const steps = [
  OfferedDocuments,
  SessionSteps,
  SessionPictures,
  DocumentMarks,
  Findings,
  DocumentSteps,
  SelfieJudge,
  SelfieSteps,
];
const jobs = [KycEndpoint, AskKyc, CloseExpired, CancelSessionsOfUser];
const reviews = [ReviewRepository, ReviewMaterial, Reviews, RemindOfReview, ReviewMetrics];
const retention = [DropEvidence, ForgetSessions, SessionsSection];
const keptFaces = [FaceTemplateRepository, DescribeSelfie, FollowFaceChoice, KeepFace, DuplicateFaces, FaceSection];
const ports = [
  { provide: FaceStepUps, useClass: FaceChecks },
  { provide: Specimens, useClass: DrawnSpecimens },
];
const management = [Candidates, WebTokens, SessionResults];

/** Global for its port: notifications cannot import the module of another context. */
@Global()
@Module({
  imports: [OperationsModule, OutboundModule, IdentityEngineModule],
  controllers: [WebTokensController, ReviewsController],
  providers: [
    ...evidence,
    ...engines,
    ...vendor,
    ...sessions,
    ...steps,
    ...jobs,
    ...reviews,
    ...retention,
    ...keptFaces,
    ...ports,
    ...management,
  ],
  exports: [Evidence, FaceStepUps, Specimens, VendorNews, ...sessions, ...steps],
})
export class IdvModule {}
