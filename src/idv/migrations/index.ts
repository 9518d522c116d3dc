import { Evidence1795410000100 } from './1795410000100-evidence.js';

export const idvMigrations = [Evidence1795410000100];
