import { Auth1795220000000 } from './1795220000000-auth.js';

export const authMigrations = [Auth1795220000000];
