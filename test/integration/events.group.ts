import './outbox.spec.js';
import './signals.spec.js';
import './unit-of-work.spec.js';
