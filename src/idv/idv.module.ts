import { Module } from '@nestjs/common';
import { OperationsModule } from '../shared/operations/operations.module.js';
import { EvidenceRepository } from './services/evidence.repository.js';
import { Evidence } from './services/evidence.service.js';
import { PictureInspection } from './services/picture-inspection.service.js';

@Module({
  imports: [OperationsModule],
  providers: [EvidenceRepository, Evidence, PictureInspection],
  exports: [Evidence],
})
export class IdvModule {}
