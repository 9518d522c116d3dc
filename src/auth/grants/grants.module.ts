import { Module } from '@nestjs/common';
import { ClientModule } from '../client/client.module.js';
import { LogoutModule } from '../logout/logout.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { EndTokensOfUser } from './end-tokens-of-user.handler.js';
import { GrantRevocation } from './grant-revocation.service.js';

/** Ends grants: revokes their tokens and notifies the applications of the session. */
@Module({
  imports: [ClientModule, LogoutModule, TokensModule],
  providers: [GrantRevocation, EndTokensOfUser],
  exports: [GrantRevocation],
})
export class GrantsModule {}
