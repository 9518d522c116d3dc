import '../../src/lifecycle/database.integration.spec.js';
import './persistence/entities.spec.js';
import '../../src/shared/security/sealing/blind-index.integration.spec.js';
import '../../src/shared/security/rate-limits/shared-limits.integration.spec.js';
import './operations.spec.js';
import './migrations/earlier-schemas.spec.js';
import '../../src/cli/commands/keys-reseal.integration.spec.js';
