import { Global, Module, type DynamicModule, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { databaseOptions, type DatabaseAddress, type DatabaseTimeouts } from '../ormconfig.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { FiguresModule } from './figures/figures.module.js';
import { CONFIG, type Config } from './config.js';
import { ConfigurationModule } from './configuration/configuration.module.js';
import { DemoModule } from './demo/demo.module.js';
import { HostedPagesOfIdvModule } from './idv/hosted-pages/hosted-pages.module.js';
import { IdvModule } from './idv/idv.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { BearerModule } from './shared/auth-guard/index.js';
import { HttpBasicsModule } from './shared/http/index.js';
import { Clock } from './shared/kernel/index.js';
import { DatabaseClock, PersistenceModule } from './shared/persistence/index.js';
import { EventsModule } from './shared/events/index.js';
import { SecurityModule } from './shared/security/index.js';
import { BlobsModule } from './shared/storage/index.js';
import { OperationsModule } from './shared/observability/index.js';
import { SharedSignalsModule } from './shared-signals/shared-signals.module.js';
import { SearchModule } from './search/search.module.js';
import { SystemModule } from './system/system.module.js';
import { OperatorsModule } from './operators/operators.module.js';
import { SurfacesModule } from './surfaces/surfaces.module.js';
import { WorkerPools } from './shared/workers/index.js';
import { SurfaceSocketAdapter } from './surfaces/websocket.adapter.js';
import { UsersModule } from './users/users.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** Modules whose ports and tools all contexts need, so that contexts do not import each other's modules. */
const everywhere = [
  PersistenceModule,
  EventsModule,
  SecurityModule,
  BlobsModule,
  // Guards run in the order of modules: BearerModule identifies the caller, then HttpBasicsModule counts the request.
  BearerModule,
  HttpBasicsModule,
  AuditModule,
  FiguresModule,
  WebhooksModule,
  UsersModule,
  AuthModule,
  SharedSignalsModule,
  OperatorsModule,
  IdvModule,
  NotificationsModule,
];

/**
 * The root module: all contexts and shared modules, on one database. A team can add modules of its own as `extensions`.
 */
// Only the root module is global; it exports the modules in `everywhere` to all contexts.
@Global()
@Module({})
export class AppModule {
  static with(config: Config, address: DatabaseAddress, extensions: readonly Type[] = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        TypeOrmModule.forRoot({
          ...databaseOptions(address, config.databasePool, timeoutsOf(config)),
          retryAttempts: 0,
        }),
        ...everywhere,
        OperationsModule,
        HostedPagesOfIdvModule,
        SearchModule,
        SystemModule,
        ConfigurationModule,
        SurfacesModule,
        ...(config.demo ? [DemoModule] : []),
        ...extensions,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: Clock, useClass: DatabaseClock },
        SurfaceSocketAdapter,
        WorkerPools,
      ],
      exports: [CONFIG, Clock, WorkerPools, ...everywhere],
    };
  }
}

/** How much later than the end of a statement its answer may arrive. */
const ANSWER_MS = 5_000;

/**
 * Database timeouts for processes that serve requests or run jobs. Commands have none, because they may run long
 * statements.
 */
const timeoutsOf = (config: Config): DatabaseTimeouts | undefined =>
  config.surfaces.length === 0
    ? undefined
    : {
        lock_timeout: config.databaseLockTimeout * 1_000,
        statement_timeout: config.databaseStatementTimeout * 1_000,
        idle_in_transaction_session_timeout: config.databaseIdleTimeout * 1_000,
        query_timeout: config.databaseStatementTimeout * 1_000 + ANSWER_MS,
      };
