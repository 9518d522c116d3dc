import { auditChainCases } from './audit-chain.cases.js';
import { auditLogCases } from './audit-log.cases.js';
import { auditVerificationCases } from './audit-verification.cases.js';

describe('Audit chain', auditChainCases);
describe('Audit log', auditLogCases);
describe('Audit verification', auditVerificationCases);
