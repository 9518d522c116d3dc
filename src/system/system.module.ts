import { Module } from '@nestjs/common';
import { OverviewModule } from './overview/overview.module.js';
import { ParkedWorkModule } from './parked-work/parked-work.module.js';

@Module({ imports: [OverviewModule, ParkedWorkModule] })
export class SystemModule {}
