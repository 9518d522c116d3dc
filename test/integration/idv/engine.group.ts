import '../../../src/idv/engine/document-engine.integration.spec.js';
import './zones.spec.js';
import '../../../src/idv/engine/face/own-face-model.integration.spec.js';
import '../../../src/idv/engine/processes/engine-processes.integration.spec.js';
