import './sign-in-with-node-clients.slow.spec.js';
import './sign-in-with-passport.slow.spec.js';
