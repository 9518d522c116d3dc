import { Users1795210000000 } from './1795210000000-users.js';

export const usersMigrations = [Users1795210000000];
