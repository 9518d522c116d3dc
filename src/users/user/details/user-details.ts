import type { Attributes } from './attributes.js';

export interface UserDetails {
  readonly primaryGroup: string;
  readonly secondaryGroups: readonly string[];
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly emailId: string | null;
  readonly mobileNumber: string | null;
  readonly loginId: string | null;
  /** The language that the enterprise set for the user; null if it set none. */
  readonly language: string | null;
  readonly comments: string | null;
  /** Claims in tokens for the enterprise's own APIs. */
  readonly attributes?: Attributes;
}

/** Corrections of a user. */
export type UserChanges = Partial<UserDetails> & {
  /** True: the enterprise declares the address verified. False: the address no longer counts as verified. */
  readonly emailVerified?: boolean;
};

export interface NewUser extends UserDetails {
  readonly userId: string;
  /** Whether the enterprise declares the mail address verified. */
  readonly emailVerified?: boolean;
  /** ACTIVE requires a password that is imported with the user. */
  readonly preferredStatus: 'ONBOARDING' | 'CREATED' | 'ACTIVE';
  readonly createdBy: string;
}
