import './evidence.spec.js';
import './sessions.spec.js';
import './retention.spec.js';
import './live-documents.spec.js';
import './four-eyes.spec.js';
import './kept-faces.spec.js';
import './http-vendor.spec.js';
