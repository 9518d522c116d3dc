import { UsersBaseline1798449001000 } from './1798449001000-baseline.js';

export const usersMigrations = [UsersBaseline1798449001000];
