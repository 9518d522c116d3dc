import './audit-events.spec.js';
import './exports.spec.js';
import './search.spec.js';
import './system.spec.js';
import '../../src/users/export/user-export.integration.spec.js';
import '../../src/configuration/apply/configuration.integration.spec.js';
