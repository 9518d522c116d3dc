import { Module } from '@nestjs/common';
import { EvidenceRepository } from './services/evidence.repository.js';
import { Evidence } from './services/evidence.service.js';

@Module({ providers: [EvidenceRepository, Evidence], exports: [Evidence] })
export class IdvModule {}
