import { Module, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperatorPowers, SecondOperators } from '../shared/auth-guard/index.js';
import { OperationsModule } from '../shared/observability/index.js';
import { OutboundModule } from '../shared/outbound/index.js';
import { BlobsModule } from '../shared/storage/index.js';
import { AlarmMessenger } from './alarms/alarm-messenger.service.js';
import { AlarmMetrics } from './alarms/alarm-metrics.service.js';
import { AlarmReceivers } from './alarms/alarm-receivers.service.js';
import { OpenAlarmRepository } from './alarms/open-alarm.repository.js';
import { AlarmSubscription } from './alarms/own/alarm-subscription.entity.js';
import { AlarmSubscriptionRepository } from './alarms/own/alarm-subscription.repository.js';
import { MyAlarmsController } from './alarms/own/my-alarms.controller.js';
import { MyAlarms } from './alarms/own/my-alarms.service.js';
import { StoredAlarm } from './alarms/stored-alarm.entity.js';
import { SendAlarms } from './alarms/send-alarms.job.js';
import { WatchAlarms } from './alarms/watch-alarms.job.js';
import { OperatorNames } from './contract/operator-names.port.js';
import { OperatorPersons } from './contract/operator-persons.port.js';
import { CarryOut } from './four-eyes/carry-out/carry-out.service.js';
import { InnerCalls } from './four-eyes/carry-out/inner-calls.service.js';
import { LongAnswers } from './four-eyes/carry-out/long-answers.service.js';
import { FourEyesAttention } from './four-eyes/four-eyes-attention.adapter.js';
import { FourEyesDecisionGuard } from './four-eyes/four-eyes-decision.guard.js';
import { FourEyesRequest } from './four-eyes/four-eyes-request.entity.js';
import { FourEyesRequests } from './four-eyes/four-eyes-requests.service.js';
import { FourEyesUpkeepJob } from './four-eyes/four-eyes-upkeep.job.js';
import { FourEyesController } from './four-eyes/four-eyes.controller.js';
import { FourEyesRepository } from './four-eyes/four-eyes.repository.js';
import { ForgetRequests } from './four-eyes/personal-data/forget-requests.handler.js';
import { RequestsSection } from './four-eyes/personal-data/requests.section.js';
import { SecondAccounts } from './four-eyes/second-account/second-accounts.service.js';
import { ChangeNotifier } from './live/change-notifier.service.js';
import { LiveStreams } from './live/live-streams.service.js';
import { LiveController } from './live/live.controller.js';
import { DeclaredOperators } from './people/declared-operators.adapter.js';
import { FirstOperator } from './people/first-operator.provider.js';
import { Invitation, Operator } from './people/operator.entity.js';
import { OperatorNamesAdapter } from './people/operator-names.adapter.js';
import { OperatorRepository } from './people/operator.repository.js';
import { OperatorsController } from './people/operators.controller.js';
import { OperatorsService } from './people/operators.service.js';
import { RemoveEnded } from './people/remove-ended.job.js';
import { UnusualAccessAlertJob } from './readings/unusual-access-alert.job.js';
import { UnusualAccess } from './readings/unusual-access.entity.js';
import { UnusualAccessRepository } from './readings/unusual-access.repository.js';
import { powerOf } from './roles/power-table.js';
import { RolesController } from './roles/roles.controller.js';
import { ConsoleSession } from './sessions/console-session.entity.js';
import { ConsoleSessionRepository } from './sessions/console-session.repository.js';
import { ConsoleSessions } from './sessions/console-sessions.service.js';
import { EndSessionsOfOperator } from './sessions/end-sessions-of-operator.handler.js';
import { MeController } from './sessions/me.controller.js';
import { MeService } from './sessions/me.service.js';
import { PurgeSessions } from './sessions/purge-sessions.job.js';
import { ConsoleClient } from './sign-in/console-client.service.js';
import { ConsoleEntrance } from './sign-in/console-entrance.service.js';
import { ConsoleKey } from './sign-in/console-key.entity.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignIns } from './sign-in/sign-ins.service.js';
import { NotifyOwner } from './owner-notifications/notify-owner.job.js';
import { NotifyOwners } from './owner-notifications/notify-owners.handler.js';

/** The operators and their roles. */
const people: Provider[] = [
  OperatorRepository,
  OperatorsService,
  DeclaredOperators,
  FirstOperator,
  RemoveEnded,
  { provide: OperatorNames, useClass: OperatorNamesAdapter },
];

/** The roles of operators, their permissions, and the additional requirements of routes. */
const roles: Provider[] = [{ provide: OperatorPowers, useValue: { of: powerOf } satisfies OperatorPowers }];

/** Signs operators in, and finds the session of each request. */
const signIn: Provider[] = [ConsoleClient, ConsoleEntrance, SignIns];

/** The sessions of operators in the console. */
const sessions: Provider[] = [
  ConsoleSessionRepository,
  ConsoleSessions,
  EndSessionsOfOperator,
  MeService,
  PurgeSessions,
];

/** API calls by operators that run only after a second operator has approved them. */
const fourEyes: Provider[] = [
  CarryOut,
  ForgetRequests,
  FourEyesRequests,
  FourEyesAttention,
  FourEyesDecisionGuard,
  FourEyesRepository,
  InnerCalls,
  LongAnswers,
  FourEyesUpkeepJob,
  RequestsSection,
  SecondAccounts,
  { provide: OperatorPersons, useExisting: SecondAccounts },
  { provide: SecondOperators, useExisting: FourEyesRequests },
];

/** Notifies open console pages of changes. */
const live: Provider[] = [ChangeNotifier, LiveStreams];

/** Sends alarms to the operators of the service, by mail and by webhook. */
const alarms: Provider[] = [
  AlarmMessenger,
  AlarmMetrics,
  AlarmReceivers,
  AlarmSubscriptionRepository,
  MyAlarms,
  OpenAlarmRepository,
  SendAlarms,
  WatchAlarms,
];

/** Detects operators who view the data of an unusually large number of people. */
const readings: Provider[] = [UnusualAccessAlertJob, UnusualAccessRepository];

/** Notifies owners by mail of what operators have done to clients. */
const toldOwners: Provider[] = [NotifyOwner, NotifyOwners];

/** Operators, the people who run the service through its console. */
@Module({
  imports: [
    BlobsModule,
    DiscoveryModule,
    OperationsModule,
    OutboundModule,
    TypeOrmModule.forFeature([
      AlarmSubscription,
      ConsoleKey,
      ConsoleSession,
      FourEyesRequest,
      Invitation,
      Operator,
      StoredAlarm,
      UnusualAccess,
    ]),
  ],
  controllers: [
    OperatorsController,
    RolesController,
    SignInController,
    MeController,
    FourEyesController,
    LiveController,
    MyAlarmsController,
  ],
  providers: [...people, ...roles, ...signIn, ...sessions, ...fourEyes, ...live, ...alarms, ...readings, ...toldOwners],
  exports: [OperatorNames, OperatorPersons, OperatorPowers, SecondOperators],
})
export class OperatorsModule {}
