import { authCommands } from '../../auth/auth.commands.js';
import { configurationCommands } from '../../configuration/configuration.commands.js';
import { idvCommands } from '../../idv/idv.commands.js';
import { notificationsCommands } from '../../notifications/notifications.commands.js';
import type { Command } from '../../shared/observability/index.js';
import { operatorsCommands } from '../../operators/operators.commands.js';
import { usersCommands } from '../../users/users.commands.js';
import { auditVerify } from './audit-verify.js';
import { jobsList, jobsReplay, outboxReplay } from './jobs.js';
import { keysReseal } from './keys-reseal.js';
import { ready } from './ready.js';
import { webhooksList, webhooksReplay } from './webhooks.js';
import { keysCreate, migrate, settings } from './setup.js';

export const commands: readonly Command[] = [
  ready,
  migrate,
  keysCreate,
  keysReseal,
  auditVerify,
  outboxReplay,
  jobsList,
  jobsReplay,
  webhooksList,
  webhooksReplay,
  settings,
  ...configurationCommands,
  ...usersCommands,
  ...authCommands,
  ...operatorsCommands,
  ...idvCommands,
  ...notificationsCommands,
];
