import type { ChipLevel } from '../sessions/rules/session-settings.js';
import type { ComparedField } from '../chips/page-and-chip.js';
import type { DocumentData, PictureSignal, PrintedFields, Scores } from '@countersign/identity-engine';

/** Findings about the chip of a document: how it has proven that it is genuine, and how its data is signed. */
export type ChipFindings = {
  readonly level: ChipLevel;
  /** The protocol with which the chip has proven that it is not a copy; `none` if it has not. */
  readonly by: 'chip_authentication' | 'active_authentication' | 'none';
  /** Two-letter code of the state that signed the data in the chip. */
  readonly state: string;
  /** Fingerprint of the authority certificate that was used to verify the signature. */
  readonly authority: string;
  readonly algorithm: string;
  readonly signerUntil: string;
  readonly revocation: 'good' | 'unknown' | 'stale';
  /** Whether any part of the signature uses SHA-1. */
  readonly isWeak: boolean;
  /** The fields whose values were equal on the photographed page and in the chip. */
  readonly compared: ComparedField[];
  readonly readAt: string;
};

/** The data that was read from a user's document, and all the values that were measured in the session. */
export interface SessionFindings {
  readonly document?: DocumentData;
  /** Absent if the document was only photographed, without reading a chip. */
  readonly chip?: ChipFindings;
  readonly scores?: Scores;
  readonly printed?: PrintedFields;
  /**
   * Signs that the document or the selfie is fake. Reviewers see all of them, but only those that `isSuspicious` counts
   * can cause a review or another attempt.
   */
  readonly signals?: readonly PictureSignal[];
  /** The URL of the vendor's pages for this user. It is removed once the vendor's result has arrived. */
  readonly vendorUrl?: string;
}
