import type { ChipLevel } from '../sessions/rules/session-settings.js';
import type { ComparedField } from '../chips/page-and-chip.js';
import type { DocumentData, PictureSignal, PrintedFields, Scores } from '@countersign/identity-engine';

/** The proof by the chip of a document, and the signature on its data. */
export type ChipFindings = {
  readonly level: ChipLevel;
  /** The protocol by which the chip has proven that it is no copy, or `none` if it has not. */
  readonly by: 'chip_authentication' | 'active_authentication' | 'none';
  /** Two letters of the state that signed. */
  readonly state: string;
  /** Fingerprint of the authority's certificate with which the signature was checked. */
  readonly authority: string;
  readonly algorithm: string;
  readonly signerUntil: string;
  readonly revocation: 'good' | 'unknown' | 'stale';
  /** Whether a part of the signature uses SHA-1. */
  readonly isWeak: boolean;
  /** Fields of the photographed page that the chip has too. */
  readonly compared: ComparedField[];
  readonly readAt: string;
};

/** Readings and judgements of a session. */
export interface SessionFindings {
  readonly document?: DocumentData;
  /** Absent if no chip was read: the document was photographed. */
  readonly chip?: ChipFindings;
  readonly scores?: Scores;
  readonly printed?: PrintedFields;
  /** Signals for reviewers. `isSuspicious` says which of them decide. */
  readonly signals?: readonly PictureSignal[];
  /** The address of the vendor's pages for this user. It is removed when the vendor's result has arrived. */
  readonly vendorUrl?: string;
}
