import { declaredErrorsCases } from './declared-errors.cases.js';
import { idempotencyCases } from './idempotency.cases.js';
import { limitsCases } from './limits.cases.js';
import { problemsCases } from './problems.cases.js';
import { uploadsCases } from './uploads.cases.js';
import { validationCases } from './validation.cases.js';

describe('Problems', problemsCases);
describe('Validation', validationCases);
describe('Declared errors', declaredErrorsCases);
describe('Idempotency', idempotencyCases);
describe('Uploads', uploadsCases);
describe('Limits', limitsCases);
