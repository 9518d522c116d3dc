/** What can be wrong, and how a report says it. */
const SENTENCES = {
  missingNumber: 'there is no link with this number: it was removed, or the ones after it were renumbered',
  missingEntry: 'the entry was deleted; its link still stands',
  alteredEntry: 'the entry is not what it was when it was linked: it was altered',
  wrongOrder: 'another entry belongs here: entries or links were exchanged',
  forgedHash: 'the hash of the link was overwritten: its entry and the link after it agree with another one',
  rewritten: 'the chain is sound in itself, but it is not the one that was signed: links were computed anew',
  cutOff: 'a checkpoint was signed for this number, but the chain ends before it: its end was cut off',
  forgedCheckpoint: 'it was not signed with a key of this audit log, or not for this link',
  alteredAlias: 'it does not belong to the person that it names: it was given to another one',
} as const;

export type FaultKind = keyof typeof SENTENCES;

export interface Fault {
  readonly what: FaultKind;
  /** Of the first link that is wrong. */
  readonly number?: number;
  readonly entryId?: string;
  /** Of a chain computed anew: up to this number, it is still the one that was signed. */
  readonly after?: number;
  readonly alias?: string;
}

export interface ChainReport {
  /** Links that fit, from the first one on. */
  readonly links: number;
  readonly checkpoints: number;
  readonly aliases: number;
  /** The first of each check. None: what is in the chain is whole. */
  readonly faults: readonly Fault[];
  /** Entries that wait for the chain longer than they should: nothing protects them yet. */
  readonly unlinked: { readonly count: number; readonly oldest: Date | null };
  readonly newestCheckpoint: string | null;
}

export const sentenceOf = ({ what }: Fault): string => SENTENCES[what];
