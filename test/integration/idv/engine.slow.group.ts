import '../../../src/idv/engine/document-engine.slow.spec.js';
import './zones.slow.spec.js';
import '../../../src/idv/engine/face/own-face-model.slow.spec.js';
import '../../../src/idv/engine/processes/engine-processes.slow.spec.js';
import '../../e2e/idv/licences.slow.spec.js';
