import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { formBody } from '../../shared/pages/index.js';
import { ChipsModule } from '../chips/chips.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { EnginesModule } from '../engines/engines.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { HandoverModule } from '../handover/handover.module.js';
import { SelfiesModule } from '../selfies/selfies.module.js';
import { SessionEventsModule } from '../session-events/session-events.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { StepsModule } from '../steps/steps.module.js';
import { VendorModule } from '../vendor/vendor.module.js';
import { VendorWebhooksController } from '../vendor/webhooks/vendor-webhooks.controller.js';
import { BrowserLimit } from './browser-limit.middleware.js';
import { CaptureController } from './capture.controller.js';
import { ChipController } from './chip/chip.controller.js';
import { HandoverController } from './handover.controller.js';
import { IdvBrowser } from './idv-browser.service.js';
import { pagesOfIdv } from './idv.pages.js';
import { SessionController } from './session.controller.js';
import { SessionPages } from './session-pages.service.js';
import { SessionWaits } from './session-waits.service.js';
import { StateController } from './state.controller.js';
import { WelcomeController } from './welcome/welcome.controller.js';
import { WelcomePages } from './welcome/welcome-pages.service.js';

const controllers = [
  WelcomeController,
  SessionController,
  CaptureController,
  StateController,
  HandoverController,
  ChipController,
];

/** The pages where users verify who they are. */
@Module({
  imports: [
    pagesOfIdv,
    ChipsModule,
    DocumentsModule,
    EnginesModule,
    EvidenceModule,
    HandoverModule,
    SelfiesModule,
    SessionEventsModule,
    SessionsModule,
    StepsModule,
    VendorModule,
  ],
  controllers: [...controllers, VendorWebhooksController],
  providers: [IdvBrowser, SessionPages, SessionWaits, WelcomePages],
})
export class HostedPagesOfIdvModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(BrowserLimit, formBody).forRoutes(...controllers);
  }
}
