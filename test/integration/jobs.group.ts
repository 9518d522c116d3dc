import './jobs.spec.js';
import './jobs-lanes.spec.js';
import './jobs-recurring.spec.js';
