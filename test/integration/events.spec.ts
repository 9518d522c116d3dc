import { outboxCases } from './outbox.cases.js';
import { signalsCases } from './signals.cases.js';
import { unitOfWorkCases } from './unit-of-work.cases.js';

describe('Outbox', outboxCases);
describe('Signals', signalsCases);
describe('Unit of work', unitOfWorkCases);
