import type { Command } from '../shared/observability/index.js';
import { chipTrustCheck } from './chip-trust/commands/chip-trust-check.command.js';
import { chipTrustImport } from './chip-trust/commands/chip-trust-import.command.js';
import { chipTrustList } from './chip-trust/commands/chip-trust-list.command.js';
import { chipTrustBlock, chipTrustRemove } from './chip-trust/commands/chip-trust-remove.command.js';
import { idvCalibrate } from './engine/commands/idv-calibrate.command.js';
import { idvCompare } from './engine/commands/idv-compare.command.js';
import { idvRead } from './engine/commands/idv-read.command.js';

export { idvReadyChecks } from './engine/commands/ready-checks.js';

export const idvCommands: readonly Command[] = [
  chipTrustBlock,
  chipTrustCheck,
  chipTrustImport,
  chipTrustList,
  chipTrustRemove,
  idvCalibrate,
  idvCompare,
  idvRead,
];
