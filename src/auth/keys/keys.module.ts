import { Module } from '@nestjs/common';
import { EventsModule } from '../../shared/events/index.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { EvidenceKeysController } from './evidence-keys.controller.js';
import { EvidenceSigningKeys } from './evidence-signing-keys.service.js';
import { KeepEvidenceKeys } from './keep-evidence-keys.job.js';
import { KeepSigningKeys } from './keep-signing-keys.job.js';
import { SignedRequests } from './signed-requests.adapter.js';
import { SigningKeyRotation } from './signing-key-rotation.service.js';
import { SigningKeys } from './signing-keys.service.js';

/** Keys that sign tokens, requests to enterprises, and evidence. The tokens of a withdrawn key are revoked. */
@Module({
  imports: [EventsModule, TokensModule],
  controllers: [EvidenceKeysController],
  providers: [SigningKeys, SigningKeyRotation, KeepSigningKeys, SignedRequests, EvidenceSigningKeys, KeepEvidenceKeys],
  exports: [SigningKeys, SigningKeyRotation, SignedRequests, EvidenceSigningKeys],
})
export class KeysModule {}
