import { authCommands } from '../../auth/commands/index.js';
import type { Command } from '../../shared/operations/command.js';
import { usersCommands } from '../../users/commands/index.js';
import { auditVerify } from './audit-verify.js';
import { jobsList } from './jobs-list.js';
import { jobsReplay } from './jobs-replay.js';
import { keysCreate } from './keys-create.js';
import { keysReseal } from './keys-reseal.js';
import { migrate } from './migrate.js';
import { outboxReplay } from './outbox-replay.js';
import { settings } from './settings.js';

export const commands: readonly Command[] = [
  migrate,
  keysCreate,
  keysReseal,
  auditVerify,
  outboxReplay,
  jobsList,
  jobsReplay,
  settings,
  ...usersCommands,
  ...authCommands,
];
