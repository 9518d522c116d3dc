import { Module } from '@nestjs/common';
import { ClientModule } from '../client/client.module.js';
import { LogoutModule } from '../logout/logout.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { EndTokensOfUser } from './end-tokens-of-user.handler.js';
import { GrantRevocation } from './grant-revocation.service.js';

/** The end of a grant: its tokens are revoked, and the applications of its session are told. */
@Module({
  imports: [ClientModule, LogoutModule, TokensModule],
  providers: [GrantRevocation, EndTokensOfUser],
  exports: [GrantRevocation],
})
export class GrantsModule {}
