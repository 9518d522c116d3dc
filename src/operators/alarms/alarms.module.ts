import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperationsModule } from '../../shared/observability/index.js';
import { OutboundModule } from '../../shared/outbound/index.js';
import { StoredAlarm } from './stored-alarm.entity.js';
import { AlarmMetrics } from './alarm-metrics.service.js';
import { OpenAlarmRepository } from './open-alarm.repository.js';
import { TellAlarms } from './tell-alarms.job.js';
import { WatchAlarms } from './watch-alarms.job.js';

/** Tells the people who run the service what needs them, by mail and by a webhook. */
@Module({
  imports: [DiscoveryModule, OperationsModule, OutboundModule, TypeOrmModule.forFeature([StoredAlarm])],
  providers: [AlarmMetrics, OpenAlarmRepository, TellAlarms, WatchAlarms],
})
export class AlarmsModule {}
