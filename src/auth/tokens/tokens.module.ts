import { Module } from '@nestjs/common';
import { EventsModule } from '../../shared/events/index.js';
import { PurgeVoids } from './purge-voids.job.js';
import { RevokedTokenList } from './revoked-token-list.service.js';
import { TokenRevocation } from './token-revocation.service.js';

/** The end of access tokens before they expire. */
@Module({
  imports: [EventsModule],
  providers: [RevokedTokenList, TokenRevocation, PurgeVoids],
  exports: [RevokedTokenList, TokenRevocation],
})
export class TokensModule {}
