import '../../src/shared/storage/blobs.integration.spec.js';
import '../../src/shared/storage/blobs-in-objects.integration.spec.js';
