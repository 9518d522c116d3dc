import type { Tx } from '../../shared/persistence/index.js';

export interface FirstDecision {
  /** The operator who decided, by `sub`. */
  readonly by: string;
  readonly at: Date;
}

/** Detects operators who decide twice, with two accounts. */
export abstract class OperatorPersons {
  /**
   * Whether the operator `sub` may be the person who made the first decision: both use the same mailbox, `sub` was
   * invited after it, or one of the two has invited the other, or a third one both, since 24 hours before it. Locks the
   * invitations of `sub` until the transaction ends.
   */
  abstract mayBeOne(tx: Tx, first: FirstDecision, sub: string): Promise<boolean>;
}
