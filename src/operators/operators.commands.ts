import type { CommandTable } from '../shared/observability/index.js';

export const operatorsCommands: CommandTable = {
  'operator create': async () => (await import('./people/commands/operator-create.command.js')).operatorCreate,
  'operator break-glass': async () =>
    (await import('./people/commands/operator-break-glass.command.js')).operatorBreakGlass,
};
