import type { Attributes } from './attributes.js';

export interface UserDetails {
  readonly primaryGroup: string;
  readonly secondaryGroups: readonly string[];
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly emailId: string | null;
  readonly mobileNumber: string | null;
  readonly loginId: string | null;
  /** Null: the enterprise gave none. */
  readonly language: string | null;
  readonly comments: string | null;
  /** For the claims of the enterprise's own APIs. Left out: none. */
  readonly attributes?: Attributes;
}

/** Corrections of a user. */
export type UserChanges = Partial<UserDetails> & {
  /** True: the enterprise vouches for the address. False: nobody does any more. */
  readonly emailVerified?: boolean;
};

export interface NewUser extends UserDetails {
  readonly userId: string;
  /** The enterprise vouches that the user reads the mail of the address. */
  readonly emailVerified?: boolean;
  /** ACTIVE: the user brings a password from elsewhere. */
  readonly preferredStatus: 'ONBOARDING' | 'CREATED' | 'ACTIVE';
  readonly createdBy: string;
}
