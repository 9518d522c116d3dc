import './sign-on.spec.js';
import './levels.spec.js';
import './second-factor.spec.js';
import './number-approval.spec.js';
import './back-channel-logout.spec.js';
import './pages-activation.spec.js';
import './pages-activation-passkey.spec.js';
import './pages-activation-repeated.spec.js';
