import type { Command } from '../shared/observability/index.js';
import { usersExport } from './export/users-export.command.js';
import { usersImport } from './import/users-import.command.js';

export { usersReadyChecks } from './mail/users.ready-checks.js';

export const usersCommands: readonly Command[] = [usersExport, usersImport];
