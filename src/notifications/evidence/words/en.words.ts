import type { FrameWords } from '../../../shared/pages/index.js';
import { evidenceProblems } from '@countersign/evidence';

/** Every sentence on the page that verifies evidence. A translation that lacks a key does not compile. */
export const en = {
  verifyEvidence: 'Verify evidence',
  evidenceLead:
    'Find out whether a signed answer is genuine. It is verified in your browser: this page cannot send anything anywhere.',
  evidenceNeedsScript: 'To verify evidence, allow JavaScript in your browser and reload this page.',
  evidenceNeedsHttps: 'This browser verifies signatures only on pages that come by HTTPS or from a saved file.',
  chooseEvidence: 'Choose the evidence',
  chooseHint:
    'A JSON file. You can also drop it anywhere on this page. To use keys that you have kept, choose your copy of {name} as well.',
  keysOfPage: 'This page has the published keys of {date} in it.',
  keysOfFile:
    'The keys come from the file {name}. The result is only as good as that file: it must be a copy of {address}.',
  savePage: 'Save this page',
  savePageHint: 'The saved page verifies without a network, with the keys of today.',
  verifying: 'Verifying …',
  evidenceValid: 'Verified',
  evidenceValidText: 'The answer was signed with this device, and nothing has been altered since.',
  evidenceInvalid: 'Not valid',
  evidenceInvalidText: 'Do not rely on this file:',
  onlyKeys: 'The keys are read. Now choose the evidence.',
  fileUnreadable: 'The file could not be read.',
  theFile: 'File',
  theAnswer: 'Answer',
  theUser: 'User',
  theDevice: 'Device',
  theReceived: 'Received',
  theSigned: 'Signed, by the clock of the device',
  theRegistered: 'Device registered',
  theAttestation: 'Maker of the device says of its key',
  theNotification: 'Notification',
  theKey: 'Key of the service',
  theQuestion: 'What was asked',
  theOffers: 'Answers that were offered',
  chosenAnswer: '{label} (chosen)',
  ...(evidenceProblems as Readonly<Record<keyof typeof evidenceProblems, string>>),
};

export type OwnWords = Readonly<Record<keyof typeof en, string>>;
export type Words = FrameWords & OwnWords;
