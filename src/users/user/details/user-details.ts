import type { FieldError } from '../../../shared/kernel/index.js';

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
  /** The attributes that appear as claims in tokens for the enterprise's own APIs. */
  readonly attributes?: Attributes;
}

/** The corrections to a user's details. */
export type UserChanges = Partial<UserDetails> & {
  /** If true, the enterprise declares the address verified. If false, the address no longer counts as verified. */
  readonly emailVerified?: boolean;
};

export interface NewUser extends UserDetails {
  readonly userId: string;
  /** Whether the enterprise declares the mail address verified. */
  readonly emailVerified?: boolean;
  /** The initial status. ACTIVE requires a password that is imported with the user. */
  readonly preferredStatus: 'ONBOARDING' | 'CREATED' | 'ACTIVE';
  readonly createdBy: string;
}

/** The attributes that an enterprise stores for a user, to appear as claims in tokens for its own APIs. */
export type Attributes = Readonly<Record<string, string>>;

export const MOST_ATTRIBUTES = 20;
export const LONGEST_ATTRIBUTE = 255;

/** The format of attribute names. It excludes properties that every object has, such as `__proto__`. */
export const ATTRIBUTE_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

export const attributeFaults = (attributes: Attributes): FieldError[] =>
  Object.keys(attributes).flatMap((name) =>
    ATTRIBUTE_NAME.test(name)
      ? []
      : [
          {
            pointer: '/attributes',
            detail: 'Each name must begin with a letter, and have up to 64 letters, digits and _.-',
          },
        ],
  );
