import { Module } from '@nestjs/common';
import { OperationsModule } from '../shared/observability/index.js';
import { assetsControllerAt } from '../shared/pages/index.js';
import { DemoSetup } from './demo-clients.js';
import { DEMO_ASSETS } from './demo.page.js';
import { DemoController } from './demo.controller.js';
import { DemoStart } from './demo-start.provider.js';
import { Demo } from './demo.service.js';
import { DemoGateway } from './gateway.service.js';
import { HappeningsController } from './happenings.controller.js';
import { Mail } from './mail.js';

/** A demo bank. It runs in the same process, but calls the service only over HTTP, like any customer. */
@Module({
  imports: [OperationsModule],
  controllers: [DemoController, HappeningsController, assetsControllerAt(DEMO_ASSETS)],
  providers: [DemoSetup, Demo, DemoGateway, DemoStart, Mail],
})
export class DemoModule {}
