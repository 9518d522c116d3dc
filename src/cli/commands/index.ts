import { authCommands } from '../../auth/auth.commands.js';
import { configurationCommands } from '../../configuration/configuration.commands.js';
import { idvCommands } from '../../idv/idv.commands.js';
import { notificationsCommands } from '../../notifications/notifications.commands.js';
import { operatorsCommands } from '../../operators/operators.commands.js';
import { usersCommands } from '../../users/users.commands.js';
import type { CommandTable } from '../../shared/observability/index.js';

export const commands: CommandTable = {
  ready: async () => (await import('./ready.js')).ready,
  migrate: async () => (await import('./setup.js')).migrate,
  'keys create': async () => (await import('./setup.js')).keysCreate,
  'keys reseal': async () => (await import('./keys-reseal.js')).keysReseal,
  'audit verify': async () => (await import('./audit-verify.js')).auditVerify,
  'outbox replay': async () => (await import('./jobs.js')).outboxReplay,
  'jobs list': async () => (await import('./jobs.js')).jobsList,
  'jobs replay': async () => (await import('./jobs.js')).jobsReplay,
  'webhooks list': async () => (await import('./webhooks.js')).webhooksList,
  'webhooks replay': async () => (await import('./webhooks.js')).webhooksReplay,
  settings: async () => (await import('./setup.js')).settings,
  ...configurationCommands,
  ...usersCommands,
  ...authCommands,
  ...operatorsCommands,
  ...idvCommands,
  ...notificationsCommands,
};
