import { Foundation1795200000000 } from './1795200000000-foundation.js';
import { Audit1795200000100 } from './1795200000100-audit.js';

export const sharedMigrations = [Foundation1795200000000, Audit1795200000100];
