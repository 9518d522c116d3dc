import { Operators1797200000200 } from './1797200000200-operators.js';

export const operatorsMigrations = [Operators1797200000200];
