import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventsModule } from '../../shared/events/index.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { EvidenceKey } from './evidence/evidence-key.entity.js';
import { EvidenceKeysController } from './evidence/evidence-keys.controller.js';
import { EvidenceSigningKeys } from './evidence/evidence-signing-keys.service.js';
import { KeepEvidenceKeys } from './evidence/keep-evidence-keys.job.js';
import { KeepSigningKeys } from './keep-signing-keys.job.js';
import { SignedRequests } from './signed-requests.adapter.js';
import { SignedSecurityEvents } from './signed-security-events.adapter.js';
import { SigningKey } from './signing-key.entity.js';
import { SigningKeyRotation } from './signing-key-rotation.service.js';
import { SigningKeys } from './signing-keys.service.js';

/** Keys that sign tokens, requests to enterprises, and evidence. Withdrawing a key revokes the tokens it signed. */
@Module({
  imports: [EventsModule, TokensModule, TypeOrmModule.forFeature([EvidenceKey, SigningKey])],
  controllers: [EvidenceKeysController],
  providers: [
    SigningKeys,
    SigningKeyRotation,
    KeepSigningKeys,
    SignedRequests,
    SignedSecurityEvents,
    EvidenceSigningKeys,
    KeepEvidenceKeys,
  ],
  exports: [SigningKeys, SigningKeyRotation, SignedRequests, SignedSecurityEvents, EvidenceSigningKeys],
})
export class KeysModule {}
