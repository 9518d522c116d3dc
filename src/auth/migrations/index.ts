import { AuthBaseline1798449002000 } from './1798449002000-baseline.js';

export const authMigrations = [AuthBaseline1798449002000];
