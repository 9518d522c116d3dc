import './credentials.spec.js';
import './spent-tries.spec.js';
