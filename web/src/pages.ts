import { fitLogos, focusNote, localTimes, sendOnce } from './forms.js';
import { explainUnticked, offerKeeping } from './keeping.js';
import { waitForPhone } from './waiting.js';
import { offerPasskeys } from './passkeys.js';
import { measurePasswords, revealPasswords } from './passwords.js';

// Adds functions to the pages if JavaScript runs. Every page works without it, and contains all texts.
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
