import 'reflect-metadata';
import type { DataSourceOptions } from 'typeorm';
import { auditEntities } from './src/audit/audit.entities.js';
import { authEntities } from './src/auth/auth.entities.js';
import { authMigrations } from './src/auth/migrations/index.js';
import { configurationEntities } from './src/configuration/configuration.entities.js';
import { figuresEntities } from './src/figures/figures.entities.js';
import { driver, ignoreConnectionErrors, sharedMigrations } from './src/shared/persistence/index.js';
import { idvEntities } from './src/idv/idv.entities.js';
import { idvMigrations } from './src/idv/migrations/index.js';
import { notificationsEntities } from './src/notifications/notifications.entities.js';
import { notificationsMigrations } from './src/notifications/migrations/index.js';
import { operatorsEntities } from './src/operators/operators.entities.js';
import { operatorsMigrations } from './src/operators/migrations/index.js';
import { sharedSignalsEntities } from './src/shared-signals/shared-signals.entities.js';
import { usersEntities } from './src/users/users.entities.js';
import { usersMigrations } from './src/users/migrations/index.js';
import { webhooksEntities } from './src/webhooks/webhooks.entities.js';

/** How to reach the database: a URL, or the socket of the embedded one. */
export type DatabaseAddress =
  | { readonly url: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly username: string;
      readonly database: string;
    };

/** In milliseconds, by the names of PostgreSQL and of its driver. */
export interface DatabaseTimeouts {
  readonly lock_timeout: number;
  readonly statement_timeout: number;
  readonly idle_in_transaction_session_timeout: number;
  /**
   * How long the driver waits for an answer. Then it closes the connection. The server enforces the other timeouts, but
   * not after its machine has disappeared.
   */
  readonly query_timeout: number;
}

/** The one description of the database: the application, the migration command and the tests all start from here. */
export const databaseOptions = (
  address: DatabaseAddress,
  poolSize = 4,
  timeouts?: DatabaseTimeouts,
): DataSourceOptions => ({
  type: 'postgres',
  driver,
  ...address,
  entities: [
    ...figuresEntities,
    ...auditEntities,
    ...configurationEntities,
    ...webhooksEntities,
    ...usersEntities,
    ...authEntities,
    ...sharedSignalsEntities,
    ...operatorsEntities,
    ...idvEntities,
    ...notificationsEntities,
  ],
  migrations: [
    ...sharedMigrations,
    ...usersMigrations,
    ...authMigrations,
    ...operatorsMigrations,
    ...idvMigrations,
    ...notificationsMigrations,
  ],
  migrationsTableName: 'schema_migrations',
  migrationsTransactionMode: 'each',
  installExtensions: false,
  uuidExtension: 'pgcrypto',
  poolSize,
  applicationName: 'countersign',
  extra: {
    ...timeouts,
    onConnect: ignoreConnectionErrors,
    // A statement may be sent before the one ahead of it is answered: a transaction then waits for its own answers only.
    pipeline: true,
    // Whoever waits longer for a connection is told that we are not available, rather than made to wait for ever.
    connectionTimeoutMillis: 5_000,
  },
});
