import './surfaces.spec.js';
import './documents.spec.js';
import './guide.spec.js';
import './examples.spec.js';
import '../../../src/surfaces/sockets.integration.spec.js';
import '../../../src/surfaces/connections.integration.spec.js';
import '../../../src/surfaces/tls.integration.spec.js';
import './database-away.spec.js';
