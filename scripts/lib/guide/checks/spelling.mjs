import { withoutCode } from './headings.mjs';

/** American spellings (whole words or beginnings of words), and the British ones. */
const BRITISH = {
  analyz: 'analys',
  artifact: 'artefact',
  behavior: 'behaviour',
  cancelation: 'cancellation',
  canceled: 'cancelled',
  canceling: 'cancelling',
  catalog: 'catalogue',
  center: 'centre',
  color: 'colour',
  counselor: 'counsellor',
  defense: 'defence',
  dialed: 'dialled',
  enroll: 'enrol',
  favor: 'favour',
  flavor: 'flavour',
  fulfill: 'fulfil',
  gray: 'grey',
  honor: 'honour',
  judgment: 'judgement',
  labeled: 'labelled',
  labor: 'labour',
  modeling: 'modelling',
  neighbor: 'neighbour',
  offense: 'offence',
  organiz: 'organis',
  recogniz: 'recognis',
  signaled: 'signalled',
  traveled: 'travelled',
};
/** British words that begin like an American spelling. */
const RIGHT = /^(?:catalogue|enrolled|enrolling|enroller|fulfilled|fulfilling|grayscale|laborator)/i;
const WRONG = new RegExp(`(?<![\\w.#/@-])(${Object.keys(BRITISH).join('|')})[a-z]*(?![\\w(=/-])`, 'gi');

/** The pages must be in British English. Code, URLs and text in backticks are not checked. */
export function spellingFaults({ pages }) {
  return [...pages].flatMap(([path, text]) => {
    const prose = withoutCode(text).replace(/`[^`]*`|\]\([^)]*\)|<[^>]*>|https?:\S+/g, ' ');
    const found = [...prose.matchAll(WRONG)].filter(([word]) => !RIGHT.test(word));
    return found.map(([word, begin]) => `${path}: "${word}" is spelled ${BRITISH[begin.toLowerCase()]}…`);
  });
}
