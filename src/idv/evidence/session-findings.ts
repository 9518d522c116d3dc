import type { ChipLevel } from '../sessions/rules/session-settings.js';
import type { ComparedField } from '../chips/page-and-chip.js';
import type { DocumentData, PictureSignal, PrintedFields, Scores } from '@countersign/identity-engine';

/** The proof that the chip of a document has given, and the facts about the signature of its data. */
export type ChipFindings = {
  readonly level: ChipLevel;
  /** The protocol by which the chip has proven that it is not a copy; `none` if it has not. */
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
  /** The fields that were compared, and were equal on the photographed page and in the chip. */
  readonly compared: ComparedField[];
  readonly readAt: string;
};

/** The data read and the values measured in a session. */
export interface SessionFindings {
  readonly document?: DocumentData;
  /** Absent if no chip was read: the document was photographed. */
  readonly chip?: ChipFindings;
  readonly scores?: Scores;
  readonly printed?: PrintedFields;
  /** Signals for reviewers. Only those that `isSuspicious` counts can cause a doubt. */
  readonly signals?: readonly PictureSignal[];
  /** The address of the vendor's pages for this user. It is removed when the vendor's result has arrived. */
  readonly vendorUrl?: string;
}
