import type { Command } from '../../shared/operations/command.js';
import { appCreate } from './app-create.js';
import { clientCreate } from './client-create.js';
import { clientList, clientSecretRotate } from './clients.js';
import { keysRotateEvidence } from './keys-rotate-evidence.js';
import { keysRotateSigning } from './keys-rotate-signing.js';

export { authReadyChecks } from './ready-checks.js';

export const authCommands: readonly Command[] = [
  appCreate,
  clientCreate,
  clientList,
  clientSecretRotate,
  keysRotateSigning,
  keysRotateEvidence,
];
