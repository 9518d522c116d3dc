import { COMMON } from './scripts/common.js';
import { FORMS } from './scripts/forms.js';
import { PASSKEYS } from './scripts/passkeys.js';
import { PASSWORDS } from './scripts/passwords.js';

/** Comfort for browsers with JavaScript; every page works without. Words come from the page. */
export const SCRIPT = [COMMON, PASSWORDS, FORMS, PASSKEYS].join('\n');
