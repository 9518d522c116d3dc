import type { Command } from '../../shared/operations/command.js';

export const usersCommands: readonly Command[] = [];
