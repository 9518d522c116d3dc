import { OperatorsBaseline1798449003000 } from './1798449003000-baseline.js';
import { AlarmSubscriptions1798462000000 } from './1798462000000-alarm-subscriptions.js';

export const operatorsMigrations = [OperatorsBaseline1798449003000, AlarmSubscriptions1798462000000];
