import '../../../src/auth/credentials/credentials.integration.spec.js';
import '../../../src/auth/credentials/attempts/spent-tries.integration.spec.js';
