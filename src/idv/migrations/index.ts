import { IdvBaseline1798449004000 } from './1798449004000-baseline.js';

export const idvMigrations = [IdvBaseline1798449004000];
