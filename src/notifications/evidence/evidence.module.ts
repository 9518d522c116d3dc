import { Module } from '@nestjs/common';
import { EvidenceController } from './evidence.controller.js';
import { pagesOfEvidence } from './evidence.pages.js';

/** The proof of a signed answer, and the page and the command that verify it. */
@Module({ imports: [pagesOfEvidence], controllers: [EvidenceController] })
export class EvidenceModule {}
