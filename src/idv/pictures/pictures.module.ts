import { Module } from '@nestjs/common';
import { OperationsModule } from '../../shared/observability/index.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { SessionEventsModule } from '../session-events/session-events.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PictureInspection } from './picture-inspection.service.js';
import { SessionPictures } from './session-pictures.service.js';

/** Inspects the pictures that users send before any other code reads them, and stores them with the session. */
@Module({
  imports: [OperationsModule, EvidenceModule, SessionEventsModule, SessionsModule],
  providers: [PictureInspection, SessionPictures],
  exports: [PictureInspection, SessionPictures],
})
export class PicturesModule {}
