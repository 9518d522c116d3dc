import type { Command } from '../shared/observability/index.js';
import { operatorBreakGlass } from './people/operator-break-glass.command.js';
import { operatorCreate } from './people/operator-create.command.js';

export const operatorsCommands: readonly Command[] = [operatorCreate, operatorBreakGlass];
