import './passkeys.spec.js';
import './heard.spec.js';
import './hosted-pages.spec.js';
import './keyboard.spec.js';
import './authorization-by-form.spec.js';
import './preferences.spec.js';
import './brand.spec.js';
