import '../../../src/idv/evidence/evidence.integration.spec.js';
import '../../../src/idv/sessions/sessions.integration.spec.js';
import '../../../src/idv/retention/retention.integration.spec.js';
import '../../../src/idv/reviews/four-eyes.integration.spec.js';
import '../../../src/idv/chip-trust/chip-trust.integration.spec.js';
import '../../../src/idv/faces/kept-faces.integration.spec.js';
import '../../../src/idv/vendor/http-vendor.integration.spec.js';
