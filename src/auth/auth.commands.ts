import type { Command } from '../shared/observability/index.js';
import { appCreate } from './client-management/commands/app-create.command.js';
import { clientCreate } from './client-management/commands/client-create.command.js';
import { clientImport } from './client-management/commands/client-import.command.js';
import { clientList } from './client-management/commands/client-list.command.js';
import { clientSecretRotate } from './client-management/commands/client-secret-rotate.command.js';
import { keysRotateEvidence } from './key-management/keys-rotate-evidence.command.js';
import { keysRotateSigning } from './key-management/keys-rotate-signing.command.js';

export { authReadyChecks } from './auth.ready-checks.js';

export const authCommands: readonly Command[] = [
  appCreate,
  clientCreate,
  clientImport,
  clientList,
  clientSecretRotate,
  keysRotateSigning,
  keysRotateEvidence,
];
