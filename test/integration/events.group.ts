import '../../src/shared/events/outbox.integration.spec.js';
import './signals.spec.js';
import '../../src/shared/persistence/unit-of-work.integration.spec.js';
