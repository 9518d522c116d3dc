import { Module } from '@nestjs/common';
import { OutboundModule } from '../../shared/outbound/index.js';
import { ClientModule } from '../client/client.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { LogoutNotices } from './logout-notices.service.js';
import { LogoutTokens } from './logout-tokens.service.js';
import { TellLogout } from './tell-logout.job.js';

/** Notifies applications that a session has ended (OpenID Connect Back-Channel Logout 1.0). */
@Module({
  imports: [ClientModule, KeysModule, OutboundModule],
  providers: [LogoutNotices, LogoutTokens, TellLogout],
  exports: [LogoutNotices],
})
export class LogoutModule {}
