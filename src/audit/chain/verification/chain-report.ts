/** The kinds of faults, each with the sentence that reports it. */
const SENTENCES = {
  missingNumber: 'there is no link with this number: it was removed, or the ones after it were renumbered',
  missingEntry: 'the entry was deleted; its link still stands',
  alteredEntry: 'the entry is not what it was when it was linked: it was altered',
  wrongOrder: 'another entry belongs here: entries or links were exchanged',
  forgedHash: 'the hash of the link was overwritten: its entry and the link after it agree with another one',
  rewritten: 'the chain is sound in itself, but it is not the one that was signed: links were computed anew',
  cutOff: 'a checkpoint was signed for this number, but the chain ends before it: its end was cut off',
  forgedCheckpoint: 'it was not signed with a key of this audit log, or not for this link',
  alteredComments: 'the reason that it gives is not the one that was given: it was altered or removed',
  alteredAlias: 'it does not belong to the person that it names: it was given to another one',
} as const;

export type FaultKind = keyof typeof SENTENCES;

export interface Fault {
  readonly what: FaultKind;
  /** The number of the first invalid link. */
  readonly number?: number;
  readonly entryId?: string;
  /** For the fault `rewritten`: the number of the last checkpoint that agrees with the chain. */
  readonly after?: number;
  readonly alias?: string;
}

export interface ChainReport {
  /** How many consecutive links are valid, counted from the first link. */
  readonly links: number;
  readonly checkpoints: number;
  readonly aliases: number;
  /** The first fault of each check. An empty list means that the chain is intact. */
  readonly faults: readonly Fault[];
  /** Entries that have waited too long for their link, and are therefore not tamper-evident yet. */
  readonly unlinked: { readonly count: number; readonly oldest: Date | null };
  readonly newestCheckpoint: string | null;
}

export const sentenceOf = ({ what }: Fault): string => SENTENCES[what];
