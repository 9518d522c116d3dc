import './documents.spec.js';
import './zones.spec.js';
