import './guide.slow.spec.js';
import './processes.slow.spec.js';
import '../notifications/example.slow.spec.js';
import '../../../src/users/import/import.slow.spec.js';
