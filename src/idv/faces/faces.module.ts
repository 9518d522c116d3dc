import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EnginesModule } from '../engines/engines.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { FaceStepUps } from '../contract/face-step-up.port.js';
import { KeptFaceChecks } from './kept-face-checks.service.js';
import { DescribeSelfie } from './describe-selfie.service.js';
import { DuplicateFaces } from './duplicate-faces.service.js';
import { FaceSection } from './face.section.js';
import { FaceTemplateRepository } from './face-template.repository.js';
import { FollowFaceChoice } from './follow-face-choice.handler.js';
import { KeepFace } from './keep-face.job.js';
import { KeptFace } from './kept-face.entity.js';
import { ReturningFaces } from './returning-faces.service.js';

/** Stores the faces of users who agreed to that, and compares faces with them. */
@Module({
  imports: [TypeOrmModule.forFeature([KeptFace]), EnginesModule, EvidenceModule, PicturesModule, SessionsModule],
  providers: [
    DescribeSelfie,
    DuplicateFaces,
    FaceSection,
    FaceTemplateRepository,
    FollowFaceChoice,
    KeepFace,
    ReturningFaces,
    { provide: FaceStepUps, useClass: KeptFaceChecks },
  ],
  exports: [DuplicateFaces, FaceStepUps, FaceTemplateRepository, ReturningFaces],
})
export class FacesModule {}
