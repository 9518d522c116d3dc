import type { Tx } from '../../shared/persistence/index.js';

export interface FirstDecision {
  /** The operator who decided, by `sub`. */
  readonly by: string;
  readonly at: Date;
}

/** `first is gone`: the first operator was removed, so nothing is known about the account any more. */
export type SecondOpinion = 'of another person' | 'maybe of the same person' | 'first is gone';

/** Detects operators who decide twice, with two accounts. */
export abstract class OperatorPersons {
  /**
   * Judges whether the operator `sub` may be the person who made the first decision: both use the same mailbox, `sub`
   * was invited after it, or, in the 24 hours before it, one of the two has invited the other, or a third one both.
   * Locks the invitations of both operators until the transaction ends.
   */
  abstract judge(tx: Tx, first: FirstDecision, sub: string): Promise<SecondOpinion>;
}
