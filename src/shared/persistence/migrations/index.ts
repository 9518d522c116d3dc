import { SharedBaseline1798449000000 } from './1798449000000-baseline.js';

export const sharedMigrations = [SharedBaseline1798449000000];
