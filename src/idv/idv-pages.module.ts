import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { formBody } from '../shared/pages/form.js';
import { BrowserLimit } from './controllers/pages/browser-limit.middleware.js';
import { CaptureController } from './controllers/pages/capture.controller.js';
import { HandoverController } from './controllers/pages/handover.controller.js';
import { IdvBrowser } from './controllers/pages/idv-browser.service.js';
import { SessionController } from './controllers/pages/session.controller.js';
import { SessionPages } from './controllers/pages/session-pages.service.js';
import { StateController } from './controllers/pages/state.controller.js';
import { WelcomeController } from './controllers/pages/welcome.controller.js';
import { WelcomePages } from './controllers/pages/welcome-pages.service.js';
import { VendorWebhooksController } from './controllers/vendor-webhooks.controller.js';
import { IdvModule } from './idv.module.js';
import { pagesOfIdv } from './hosted-pages.js';
import { HandoverRepository } from './services/handover.repository.js';
import { Handovers } from './services/handovers.service.js';
import { SessionWaits } from './services/session-waits.service.js';

const controllers = [WelcomeController, SessionController, CaptureController, StateController, HandoverController];

/** The pages where users verify who they are. */
@Module({
  imports: [IdvModule, pagesOfIdv],
  controllers: [...controllers, VendorWebhooksController],
  providers: [IdvBrowser, SessionPages, WelcomePages, HandoverRepository, Handovers, SessionWaits],
})
export class IdvPagesModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(BrowserLimit, formBody).forRoutes(...controllers);
  }
}
