import { Module, type Provider } from '@nestjs/common';
import { EventsModule } from '../shared/events/index.js';
import { CertificateAttention } from './overview/certificate-attention.adapter.js';
import { Certificates } from './overview/certificates.service.js';
import { ChangedSettings } from './overview/changed-settings.service.js';
import { SystemOverview } from './overview/system-overview.service.js';
import { SystemController } from './overview/system.controller.js';
import { EventsController } from './parked-work/events.controller.js';
import { JobsController } from './parked-work/jobs.controller.js';
import { ParkedWork } from './parked-work/parked-work.service.js';

/** Shows operators how the service runs. */
const overview: Provider[] = [CertificateAttention, Certificates, ChangedSettings, SystemOverview];

/** Lists the jobs and events that failed too often, and retries or removes them. */
const parkedWork: Provider[] = [ParkedWork];

/** Shows operators how the service runs, and lets them handle jobs and events that failed too often. */
@Module({
  imports: [EventsModule],
  controllers: [SystemController, EventsController, JobsController],
  providers: [...overview, ...parkedWork],
})
export class SystemModule {}
