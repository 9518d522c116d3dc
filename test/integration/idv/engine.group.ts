import '../../../src/idv/engine/document-engine.integration.spec.js';
import './zones.spec.js';
