import './tokens.spec.js';
import './refresh.spec.js';
import './introspection.spec.js';
import './codes.spec.js';
import './code-flow.spec.js';
import './client-credentials.spec.js';
import './bearer.spec.js';
