import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Evidence } from './evidence.service.js';
import { EvidenceRepository } from './evidence.repository.js';
import { Findings } from './findings.service.js';
import { EvidenceRecord } from './evidence.entity.js';

/** Keeps the pictures and findings of a session under a key of its own. */
@Module({
  imports: [TypeOrmModule.forFeature([EvidenceRecord])],
  providers: [Evidence, EvidenceRepository, Findings],
  exports: [Evidence, Findings],
})
export class EvidenceModule {}
