import { fitLogos, focusNote, localTimes, sendOnce } from './forms.js';
import { offerPasskeys } from './passkeys.js';
import { measurePasswords, revealPasswords } from './passwords.js';

// Comfort for browsers with JavaScript: every page works without. Its words come from the page.
revealPasswords();
measurePasswords();
sendOnce();
focusNote();
localTimes();
fitLogos();
await offerPasskeys();
