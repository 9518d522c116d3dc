import type { Command } from '../../shared/operations/command.js';
import { idvCalibrate } from './idv-calibrate.js';
import { idvCompare } from './idv-compare.js';
import { idvRead } from './idv-read.js';

export { idvReadyChecks } from './ready-checks.js';

export const idvCommands: readonly Command[] = [idvCalibrate, idvCompare, idvRead];
