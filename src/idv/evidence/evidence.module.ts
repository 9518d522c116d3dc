import { Module } from '@nestjs/common';
import { Evidence } from './evidence.service.js';
import { EvidenceRepository } from './evidence.repository.js';
import { Findings } from './findings.service.js';

/** Keeps the pictures and findings of a session under a key of its own. */
@Module({ providers: [Evidence, EvidenceRepository, Findings], exports: [Evidence, Findings] })
export class EvidenceModule {}
