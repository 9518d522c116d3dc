import '../../src/audit/chain/audit-chain.integration.spec.js';
import '../../src/audit/audit-log/audit-log.integration.spec.js';
import '../../src/audit/chain/verification/audit-verification.integration.spec.js';
import '../../src/audit/streams/audit-streams.integration.spec.js';
