import './api-docs.spec.js';
import './browser-libraries.spec.js';
import './single-page-app.spec.js';
import './client-library.spec.js';
import './evidence.spec.js';
