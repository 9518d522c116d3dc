import './replica.slow.spec.js';
import './signals-by-nats.slow.spec.js';
import './plans.slow.spec.js';
import './rsyslog.slow.spec.js';
import './prometheus.slow.spec.js';
import './wrong-clock.slow.spec.js';
