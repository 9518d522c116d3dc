import type { Command } from '../../shared/operations/command.js';
import { evidenceVerify } from './evidence-verify.js';

export const notificationsCommands: readonly Command[] = [evidenceVerify];
