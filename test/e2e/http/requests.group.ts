import './problems.spec.js';
import './validation.spec.js';
import './declared-errors.spec.js';
import './idempotency.spec.js';
import '../../../src/idv/uploads/uploads.integration.spec.js';
import './limits.spec.js';
