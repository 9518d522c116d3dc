import type { Device, User as UserOfApi } from '@countersign/node';

export type { Device };

export interface AllowedVerb {
  readonly verb: string;
  readonly to: string;
  /** A condition for the status change that is not met yet. */
  readonly needs?: string;
}
export type User = UserOfApi & {
  readonly allowedVerbs?: readonly AllowedVerb[];
  /** Until when activation codes are held back, because an operator has changed the contact data. */
  readonly codesHeldUntilTs?: number | null;
  readonly idv?: { readonly status: string; readonly finishedTs: number | null } | null;
};

export const nameOf = ({ firstName, lastName, userId }: Pick<User, 'firstName' | 'lastName' | 'userId'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || userId;

export interface LoginSession {
  readonly id: string;
  readonly sinceTs: number;
  readonly network: string | null;
  readonly browser: string | null;
  readonly level: number;
  readonly factors: readonly { readonly factor: string }[];
}
export interface Application {
  readonly clientId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly lastUsedTs: number | null;
}
export interface Credentials {
  readonly password: { readonly setTs: number | null } | null;
  readonly passkeys: readonly {
    readonly id: string;
    readonly name: string;
    readonly createdTs: number;
    readonly lastUsedTs: number | null;
  }[];
  readonly totp: { readonly createdTs: number; readonly lastUsedTs: number } | null;
  readonly recoveryCodes: { readonly createdTs: number; readonly left: number } | null;
  /**
   * The recovery of a user who has lost a second factor. `readyTs` is null until the user's identity has been checked.
   */
  readonly factorRecovery: { readonly startedTs: number; readonly readyTs: number | null } | null;
  readonly tries: readonly {
    readonly browser: 'known' | 'others';
    readonly count: number;
    readonly openTs: number | null;
  }[];
}
