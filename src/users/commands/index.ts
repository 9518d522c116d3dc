import type { Command } from '../../shared/operations/command.js';
import { usersExport } from './users-export.js';
import { usersImport } from './users-import.js';

export const usersCommands: readonly Command[] = [usersExport, usersImport];
