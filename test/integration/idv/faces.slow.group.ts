import '../../../src/idv/engine/face/faces.slow.spec.js';
import '../../../src/idv/engine/face/covered-portraits.slow.spec.js';
import '../../../src/idv/selfies/live-faces.slow.spec.js';
import '../../../src/idv/documents/live-documents.slow.spec.js';
