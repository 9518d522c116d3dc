import './logs.spec.js';
import './metrics.spec.js';
import '../../src/lifecycle/trace-collection.integration.spec.js';
import '../../src/figures/roll-up/figures.integration.spec.js';
