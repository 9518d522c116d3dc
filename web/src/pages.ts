import { fitLogos, focusNote, localTimes, sendOnce } from './forms.js';
import { explainUnticked, offerKeeping } from './keeping.js';
import { waitForPhone } from './waiting.js';
import { offerPasskeys } from './passkeys.js';
import { measurePasswords, revealPasswords } from './passwords.js';

// For browsers with JavaScript; every page works without it. The texts come from the page.
revealPasswords();
measurePasswords();
sendOnce();
focusNote();
localTimes();
fitLogos();
offerKeeping();
explainUnticked();
void waitForPhone();
await offerPasskeys();
