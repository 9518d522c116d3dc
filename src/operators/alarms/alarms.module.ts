import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OutboundModule } from '../../shared/outbound/index.js';
import { StoredAlarm } from './stored-alarm.entity.js';
import { OpenAlarmRepository } from './open-alarm.repository.js';
import { TellAlarms } from './tell-alarms.job.js';
import { WatchAlarms } from './watch-alarms.job.js';

/** Tells those who run the service of what needs them, by mail and by a webhook. */
@Module({
  imports: [DiscoveryModule, OutboundModule, TypeOrmModule.forFeature([StoredAlarm])],
  providers: [OpenAlarmRepository, TellAlarms, WatchAlarms],
})
export class AlarmsModule {}
