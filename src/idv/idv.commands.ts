import type { Command } from '../shared/observability/index.js';
import { idvCalibrate } from './engine/commands/idv-calibrate.command.js';
import { idvCompare } from './engine/commands/idv-compare.command.js';
import { idvRead } from './engine/commands/idv-read.command.js';

export { idvReadyChecks } from './engine/commands/ready-checks.js';

export const idvCommands: readonly Command[] = [idvCalibrate, idvCompare, idvRead];
