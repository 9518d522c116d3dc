import './create.spec.js';
import './closing.spec.js';
import './races.spec.js';
import './telling.spec.js';
import './templates.spec.js';
import './push.spec.js';
import '../../../src/notifications/history/history.integration.spec.js';
import './attention.spec.js';
