import type { CommandTable } from '../shared/observability/index.js';

export const notificationsCommands: CommandTable = {
  'evidence verify': async () => (await import('./evidence/evidence-verify.command.js')).evidenceVerify,
};
