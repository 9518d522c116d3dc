import '../../../src/idv/engine/face/faces.integration.spec.js';
import '../../../src/idv/engine/face/covered-portraits.integration.spec.js';
import '../../../src/idv/selfies/live-faces.integration.spec.js';
