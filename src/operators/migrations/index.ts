import { OperatorsBaseline1798449003000 } from './1798449003000-baseline.js';

export const operatorsMigrations = [OperatorsBaseline1798449003000];
