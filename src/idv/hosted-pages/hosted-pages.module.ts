import { type MiddlewareConsumer, Module, type NestModule, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { formBody } from '../../shared/pages/index.js';
import { DocumentSteps } from '../documents/document-steps.service.js';
import { IdentityEngineModule } from '../engine.module.js';
import { Handover } from '../handover/handover.entity.js';
import { HandoverRepository } from '../handover/handover.repository.js';
import { Handovers } from '../handover/handovers.service.js';
import { IdvModule } from '../idv.module.js';
import { SelfieJudge } from '../selfies/selfie-judge.service.js';
import { SelfieSteps } from '../selfies/selfie-steps.service.js';
import { VendorWebhooksController } from '../vendor/webhooks/vendor-webhooks.controller.js';
import { BrowserLimit } from './browser-limit.middleware.js';
import { CaptureController } from './capture.controller.js';
import { ChipController } from './chip/chip.controller.js';
import { HandoverController } from './handover.controller.js';
import { IdvBrowser } from './idv-browser.service.js';
import { pagesOfIdv } from './idv.pages.js';
import { SessionPages } from './session-pages.service.js';
import { SessionWaits } from './session-waits.service.js';
import { SessionController } from './session.controller.js';
import { StateController } from './state.controller.js';
import { WelcomePages } from './welcome/welcome-pages.service.js';
import { WelcomeController } from './welcome/welcome.controller.js';

const pageControllers = [
  WelcomeController,
  SessionController,
  CaptureController,
  StateController,
  HandoverController,
  ChipController,
];

/** Shows the pages of a session, and lets open pages wait for changes to it. */
const pages: Provider[] = [IdvBrowser, SessionPages, SessionWaits, WelcomePages];

/** Receives the pictures of a document, has them read, and checks the result. */
const documents: Provider[] = [DocumentSteps];

/** Records the selfie with its challenge, and compares the face with the portrait. */
const selfies: Provider[] = [SelfieJudge, SelfieSteps];

/** Lets a user continue on another device. */
const handover: Provider[] = [HandoverRepository, Handovers];

/** The pages where users verify who they are. */
@Module({
  imports: [IdentityEngineModule, IdvModule, TypeOrmModule.forFeature([Handover]), pagesOfIdv],
  controllers: [...pageControllers, VendorWebhooksController],
  providers: [...pages, ...documents, ...selfies, ...handover],
})
export class HostedPagesOfIdvModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(BrowserLimit, formBody).forRoutes(...pageControllers);
  }
}
