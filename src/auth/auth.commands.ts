import type { CommandTable, ReadyCheck } from '../shared/observability/index.js';

export const authCommands: CommandTable = {
  'app create': async () => (await import('./client-management/commands/app-create.command.js')).appCreate,
  'client create': async () => (await import('./client-management/commands/client-create.command.js')).clientCreate,
  'client import': async () => (await import('./client-management/commands/client-import.command.js')).clientImport,
  'client list': async () => (await import('./client-management/commands/client-list.command.js')).clientList,
  'client secret rotate': async () =>
    (await import('./client-management/commands/client-secret-rotate.command.js')).clientSecretRotate,
  'keys rotate-signing': async () => (await import('./key-management/keys-rotate.command.js')).keysRotateSigning,
  'keys rotate-evidence': async () => (await import('./key-management/keys-rotate.command.js')).keysRotateEvidence,
};

export const authReadyChecks: ReadyCheck = async (place) =>
  (await import('./auth.ready-checks.js')).authReadyChecks(place);
