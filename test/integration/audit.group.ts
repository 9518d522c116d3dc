import './audit-chain.spec.js';
import './audit-log.spec.js';
import './audit-verification.spec.js';
