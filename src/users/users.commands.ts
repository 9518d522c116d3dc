import type { CommandTable, ReadyCheck } from '../shared/observability/index.js';

export const usersCommands: CommandTable = {
  'users export': async () => (await import('./export/users-export.command.js')).usersExport,
  'users import': async () => (await import('./import/users-import.command.js')).usersImport,
};

export const usersReadyChecks: ReadyCheck = async (place) =>
  (await import('./mail/users.ready-checks.js')).usersReadyChecks(place);
