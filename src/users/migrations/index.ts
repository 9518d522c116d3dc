import { UsersBaseline1798449001000 } from './1798449001000-baseline.js';
import { ActionsForMany1798453000000 } from './1798453000000-actions-for-many.js';

export const usersMigrations = [UsersBaseline1798449001000, ActionsForMany1798453000000];
