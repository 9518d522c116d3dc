import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperationsModule } from '../../shared/observability/index.js';
import { OutboundModule } from '../../shared/outbound/index.js';
import { PeopleModule } from '../people/people.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AlarmMessenger } from './alarm-messenger.service.js';
import { AlarmMetrics } from './alarm-metrics.service.js';
import { AlarmReceivers } from './alarm-receivers.service.js';
import { AlarmSubscription } from './own/alarm-subscription.entity.js';
import { AlarmSubscriptionRepository } from './own/alarm-subscription.repository.js';
import { MyAlarmsController } from './own/my-alarms.controller.js';
import { MyAlarms } from './own/my-alarms.service.js';
import { OpenAlarmRepository } from './open-alarm.repository.js';
import { StoredAlarm } from './stored-alarm.entity.js';
import { TellAlarms } from './tell-alarms.job.js';
import { WatchAlarms } from './watch-alarms.job.js';

/** Sends alarms to the operators of the service, by mail and by webhook. */
@Module({
  imports: [
    DiscoveryModule,
    OperationsModule,
    OutboundModule,
    PeopleModule,
    SessionsModule,
    TypeOrmModule.forFeature([AlarmSubscription, StoredAlarm]),
  ],
  controllers: [MyAlarmsController],
  providers: [
    AlarmMessenger,
    AlarmMetrics,
    AlarmReceivers,
    AlarmSubscriptionRepository,
    MyAlarms,
    OpenAlarmRepository,
    TellAlarms,
    WatchAlarms,
  ],
})
export class AlarmsModule {}
