import './faces.spec.js';
import './live-faces.spec.js';
