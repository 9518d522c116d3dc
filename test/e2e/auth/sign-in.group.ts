import './sign-on.spec.js';
import './back-channel-logout.spec.js';
import './sign-in-with-passport.spec.js';
import './sign-in-with-node-clients.spec.js';
import './pages-activation.spec.js';
import './pages-activation-passkey.spec.js';
import './pages-activation-repeated.spec.js';
