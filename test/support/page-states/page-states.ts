import { accountStates } from './account-states.js';
import { deviceStates } from './device-states.js';
import { evidenceStates } from './evidence-states.js';
import { idvStates } from './idv-states.js';
import type { PageState } from './scene.js';
import { signInStates } from './sign-in-states.js';
import { troubleStates } from './trouble-states.js';

/** Every hosted page, in every state in which it looks or reads differently, for `it.each(pageStates)`. */
export const pageStates: readonly (readonly [name: string, open: PageState])[] = Object.entries({
  ...signInStates,
  ...deviceStates,
  ...troubleStates,
  ...accountStates,
  ...evidenceStates,
  ...idvStates,
});

/** The states whose page has the same structure as another, with other texts. */
const ALIKE =
  /^root-(?!auth)|^idv-(?:back|selfie-failed|mismatch|kyc-failed|declined|expired|cancelled|review|unknown|nothing|phone-gone)/;

/** The states whose pages differ in structure. */
export const differentStates = pageStates.filter(([name]) => !ALIKE.test(name));
