import type { CommandTable } from '../shared/observability/index.js';

export const configurationCommands: CommandTable = {
  apply: async () => (await import('./apply/commands/apply.command.js')).applyCommand,
  export: async () => (await import('./apply/commands/export.command.js')).exportCommand,
};
