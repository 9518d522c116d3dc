import { Module } from '@nestjs/common';
import { EvidenceController } from './evidence.controller.js';
import { pagesOfEvidence } from './evidence.pages.js';

/** The page and the command that verify the evidence of a signed answer. */
@Module({ imports: [pagesOfEvidence], controllers: [EvidenceController] })
export class EvidenceModule {}
