import type { Command } from '../../shared/operations/command.js';

export const authCommands: readonly Command[] = [];
