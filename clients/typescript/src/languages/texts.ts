import type { ErrorCode } from '../errors.js';

/** The messages for people in one language, by the code of the failure. */
export interface Texts {
  /** The language of the texts (BCP 47). */
  readonly language: string;
  readonly errors: Readonly<Record<ErrorCode, string>>;
}
