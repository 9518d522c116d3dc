import { Module } from '@nestjs/common';
import { ChipsModule } from '../chips/chips.module.js';
import { EnginesModule } from '../engines/engines.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { StepsModule } from '../steps/steps.module.js';
import { DocumentSteps } from './document-steps.service.js';

/** Takes the sides of a document, has them read and judges what was read. */
@Module({
  imports: [ChipsModule, EnginesModule, EvidenceModule, PicturesModule, SessionsModule, StepsModule],
  providers: [DocumentSteps],
  exports: [DocumentSteps],
})
export class DocumentsModule {}
