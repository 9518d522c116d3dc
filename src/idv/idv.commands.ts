import type { CommandTable, ReadyCheck } from '../shared/observability/index.js';

export const idvCommands: CommandTable = {
  'idv chip-trust block': async () =>
    (await import('./chip-trust/commands/chip-trust-remove.command.js')).chipTrustBlock,
  'idv chip-trust check': async () =>
    (await import('./chip-trust/commands/chip-trust-check.command.js')).chipTrustCheck,
  'idv chip-trust import': async () =>
    (await import('./chip-trust/commands/chip-trust-import.command.js')).chipTrustImport,
  'idv chip-trust list': async () => (await import('./chip-trust/commands/chip-trust-list.command.js')).chipTrustList,
  'idv chip-trust remove': async () =>
    (await import('./chip-trust/commands/chip-trust-remove.command.js')).chipTrustRemove,
  'idv calibrate': async () => (await import('./engine/commands/idv-calibrate.command.js')).idvCalibrate,
  'idv compare': async () => (await import('./engine/commands/idv-compare.command.js')).idvCompare,
  'idv read': async () => (await import('./engine/commands/idv-read.command.js')).idvRead,
};

export const idvReadyChecks: ReadyCheck = async (place) =>
  (await import('./engine/commands/ready-checks.js')).idvReadyChecks(place);
