import './conformance/conformance.slow.spec.js';
import './apis/own-api-examples.slow.spec.js';
import './backchannel/processes.slow.spec.js';
import './fapi.slow.spec.js';
import '../shared-signals/example.slow.spec.js';
