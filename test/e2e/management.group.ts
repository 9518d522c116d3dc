import './audit-events.spec.js';
import './exports.spec.js';
import './search.spec.js';
import './system.spec.js';
