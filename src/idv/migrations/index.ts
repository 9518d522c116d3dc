import { Sessions1795400000000 } from './1795400000000-sessions.js';
import { Evidence1795410000100 } from './1795410000100-evidence.js';
import { Handovers1795420000000 } from './1795420000000-handovers.js';

export const idvMigrations = [Sessions1795400000000, Evidence1795410000100, Handovers1795420000000];
