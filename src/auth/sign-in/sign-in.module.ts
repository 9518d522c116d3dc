import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { formBody } from '../../shared/pages/index.js';
import { AccountModule } from '../account/account.module.js';
import { ApisModule } from '../apis/apis.module.js';
import { ClientModule } from '../client/client.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { pagesOfAuth } from '../hosted-pages/hosted-pages.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { ProtocolModule } from '../protocol/protocol.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { KnownAccounts } from './accounts/known-accounts.service.js';
import { ApprovalController } from './approval/approval.controller.js';
import { ApprovalPages } from './approval/approval-pages.service.js';
import { SettleApproval } from './approval/settle-approval.handler.js';
import { ActivationController } from './activation.controller.js';
import { InteractionEntrance } from './interaction-entrance.service.js';
import { InteractionPages } from './interaction-pages.service.js';
import { InteractionController } from './interaction.controller.js';
import { FollowReplacement } from './lost-factor/follow-replacement.handler.js';
import { LostFactorController } from './lost-factor/lost-factor.controller.js';
import { LostFactorPages } from './lost-factor/lost-factor-pages.service.js';
import { RecoveryController } from './recovery/recovery.controller.js';
import { RecoveryPages } from './recovery/recovery-pages.service.js';
import { Interactions } from './interactions.service.js';
import { Remembering } from './remembering.service.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SignInPreviewController } from './sign-in-preview.controller.js';

const controllers = [
  AccountsController,
  InteractionController,
  ActivationController,
  ApprovalController,
  LostFactorController,
  RecoveryController,
  SecondFactorController,
];

/** The pages of sign-in, consent and activation. */
@Module({
  imports: [
    AccountModule,
    ApisModule,
    ClientModule,
    CredentialsModule,
    GrantsModule,
    ProtocolModule,
    SessionsModule,
    pagesOfAuth,
  ],
  controllers: [...controllers, SignInPreviewController],
  providers: [
    ApprovalPages,
    FollowReplacement,
    Interactions,
    InteractionEntrance,
    InteractionPages,
    KnownAccounts,
    LostFactorPages,
    RecoveryPages,
    Remembering,
    SettleApproval,
  ],
})
export class SignInModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(formBody).forRoutes(...controllers);
  }
}
