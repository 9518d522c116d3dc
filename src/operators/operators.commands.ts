import type { Command } from '../shared/observability/index.js';
import { operatorBreakGlass } from './people/commands/operator-break-glass.command.js';
import { operatorCreate } from './people/commands/operator-create.command.js';

export const operatorsCommands: readonly Command[] = [operatorCreate, operatorBreakGlass];
