import '../../../src/auth/credentials/credentials.integration.spec.js';
import '../../../src/auth/credentials/tries/spent-tries.integration.spec.js';
