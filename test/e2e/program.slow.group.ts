import '../support/answered-by-program.js';
import './users/users.spec.js';
import './users/portal-journey.spec.js';
import './auth/code-flow.spec.js';
import './auth/forms.spec.js';
import './notifications/create.spec.js';
import './notifications/templates.spec.js';
import './notifications/mobile-signatures.spec.js';
