import { Module } from '@nestjs/common';
import { EventsModule } from '../../shared/events/index.js';
import { CertificateAttention } from './certificate-attention.adapter.js';
import { Certificates } from './certificates.service.js';
import { ChangedSettings } from './changed-settings.service.js';
import { SystemController } from './system.controller.js';
import { SystemOverview } from './system-overview.service.js';

/** Shows operators how the service runs. */
@Module({
  imports: [EventsModule],
  controllers: [SystemController],
  providers: [CertificateAttention, Certificates, ChangedSettings, SystemOverview],
})
export class OverviewModule {}
