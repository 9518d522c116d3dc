import './library-sign-in.spec.js';
import './library-operations.spec.js';
import './library-live.spec.js';
import './node-client.spec.js';
import './compatible.spec.js';
import './guide.spec.js';
