import { Module } from '@nestjs/common';
import { ChipTrustModule } from './chip-trust/chip-trust.module.js';
import { ChipsModule } from './chips/chips.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { EnginesModule } from './engines/engines.module.js';
import { EvidenceModule } from './evidence/evidence.module.js';
import { FacesModule } from './faces/faces.module.js';
import { HandoverModule } from './handover/handover.module.js';
import { KycModule } from './kyc/kyc.module.js';
import { ManagementOfIdvModule } from './management/management.module.js';
import { PicturesModule } from './pictures/pictures.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { ReviewsModule } from './reviews/reviews.module.js';
import { SelfiesModule } from './selfies/selfies.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SpecimensModule } from './specimens/specimens.module.js';
import { StepsModule } from './steps/steps.module.js';
import { VendorModule } from './vendor/vendor.module.js';
import { WebTokensModule } from './web-tokens/web-tokens.module.js';

@Module({
  imports: [
    ChipTrustModule,
    ChipsModule,
    DocumentsModule,
    EnginesModule,
    EvidenceModule,
    FacesModule,
    HandoverModule,
    KycModule,
    ManagementOfIdvModule,
    PicturesModule,
    RetentionModule,
    ReviewsModule,
    SelfiesModule,
    SessionsModule,
    SpecimensModule,
    StepsModule,
    VendorModule,
    WebTokensModule,
  ],
  exports: [ChipTrustModule, FacesModule, SpecimensModule, WebTokensModule],
})
export class IdvModule {}
