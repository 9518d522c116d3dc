import type { Command } from '../shared/operations/command.js';
import { evidenceVerify } from './evidence/evidence-verify.command.js';

export const notificationsCommands: readonly Command[] = [evidenceVerify];
