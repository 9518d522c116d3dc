import './pages-login.spec.js';
import './pages-recovery.spec.js';
import './pages-forms.spec.js';
import './pages-consent.spec.js';
import './pages-account.spec.js';
import './pages-account-lists.spec.js';
import './pages-address.spec.js';
import './pages-trouble.spec.js';
