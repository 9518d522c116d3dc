import type { Command } from '../shared/operations/command.js';
import { operatorBreakGlass } from './people/operator-break-glass.command.js';
import { operatorCreate } from './people/operator-create.command.js';

export const operatorsCommands: readonly Command[] = [operatorCreate, operatorBreakGlass];
