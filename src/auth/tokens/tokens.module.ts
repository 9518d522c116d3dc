import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventsModule } from '../../shared/events/index.js';
import { SigningKey } from '../keys/signing-key.entity.js';
import { PurgeVoids } from './purge-voids.job.js';
import { RevokedTokenList } from './revoked-token-list.service.js';
import { TokenRevocation } from './token-revocation.service.js';

/** Revokes access tokens before they expire. */
@Module({
  imports: [EventsModule, TypeOrmModule.forFeature([SigningKey])],
  providers: [RevokedTokenList, TokenRevocation, PurgeVoids],
  exports: [RevokedTokenList, TokenRevocation],
})
export class TokensModule {}
