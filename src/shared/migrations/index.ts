import { Foundation1795200000000 } from './1795200000000-foundation.js';

export const sharedMigrations = [Foundation1795200000000];
