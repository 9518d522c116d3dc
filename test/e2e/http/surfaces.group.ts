import './surfaces.spec.js';
import './documents.spec.js';
import './guide.spec.js';
import './examples.spec.js';
import './sockets.spec.js';
import './connections.spec.js';
import './tls.spec.js';
import './database-away.spec.js';
