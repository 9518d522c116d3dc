import type { Command } from '../shared/observability/index.js';
import { evidenceVerify } from './evidence/evidence-verify.command.js';

export const notificationsCommands: readonly Command[] = [evidenceVerify];
