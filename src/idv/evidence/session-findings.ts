import type { DocumentData, PictureSignal, PrintedFields, Scores } from '@countersign/identity-engine';

/** Readings and judgements of a session. */
export interface SessionFindings {
  readonly document?: DocumentData;
  readonly scores?: Scores;
  readonly printed?: PrintedFields;
  /** Reviewers see them. `isSuspicious` says which of them decide. */
  readonly signals?: readonly PictureSignal[];
  /** Where the vendor takes the user in. It goes when there is a result. */
  readonly vendorUrl?: string;
}
