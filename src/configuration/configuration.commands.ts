import type { Command } from '../shared/observability/index.js';
import { applyCommand } from './apply/commands/apply.command.js';
import { exportCommand } from './apply/commands/export.command.js';

export const configurationCommands: readonly Command[] = [applyCommand, exportCommand];
