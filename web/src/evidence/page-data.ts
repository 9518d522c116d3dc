import type { ProblemCode } from '@countersign/evidence';

/** The words of the page in its language. The server has the list of them (`notifications/evidence/words`). */
export type Words = Readonly<
  Record<
    | ProblemCode
    | 'evidenceInvalid'
    | 'evidenceInvalidText'
    | 'evidenceNeedsHttps'
    | 'evidenceValid'
    | 'evidenceValidText'
    | 'fileUnreadable'
    | 'chosenAnswer'
    | 'keysOfFile'
    | 'onlyKeys'
    | 'theAnswer'
    | 'theDevice'
    | 'theFile'
    | 'theKey'
    | 'theNotification'
    | 'theOffers'
    | 'theQuestion'
    | 'theReceived'
    | 'theAttestation'
    | 'theRegistered'
    | 'theSigned'
    | 'theUser'
    | 'verifying',
    string
  >
>;

/** The data that the server writes into the page. */
export interface PageData {
  /** The keys that were published when the page was made, and their address. */
  readonly keys: unknown;
  readonly keysFrom: string;
  readonly words: Words;
  readonly locale: string;
}

export const filled = (sentence: string, gaps: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (gap, name: string) => gaps[name] ?? gap);
