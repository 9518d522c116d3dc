import type { JsonValue } from '../../shared/kernel/index.js';

/**
 * `spent`: this was the last allowed attempt and it was wrong, so the user is blocked; or no attempt was left, so
 * nothing was checked.
 */
export type StepUpOutcome = 'right' | 'wrong' | 'spent';

/** Counts wrong step-ups together with wrong logins from known browsers. Five within a day block the user. */
export abstract class StepUpTries {
  /** The number of wrong attempts that currently count. */
  abstract wrong(sub: string): Promise<number>;

  /** The number of wrong attempts left; the last one blocks the user. */
  abstract left(sub: string): Promise<number>;

  /**
   * Counts an attempt and checks it with `isRight`. A right attempt resets the counter. The last wrong one blocks the
   * user. If `isRight` throws, the attempt does not count.
   */
  abstract settle(sub: string, isRight: () => Promise<boolean>): Promise<StepUpOutcome>;
}

/** The user, the client, and the purpose of a step-up. A passkey assertion for one purpose is not valid for another. */
export interface StepUpPlace {
  readonly sub: string;
  readonly clientId: string;
  readonly boundTo: string;
}

export interface PasskeyMethod {
  readonly type: 'passkey';
  /** Options for `navigator.credentials.get`, as JSON. */
  readonly options: JsonValue;
}

export type CredentialMethod = PasskeyMethod | { readonly type: 'password' };

export type CredentialProof =
  | { readonly type: 'passkey'; readonly assertion: JsonValue }
  | { readonly type: 'password'; readonly password: string };

/** Lets a signed-in user confirm their identity with a login credential. */
export abstract class CredentialStepUps {
  /** Lists the user's methods. Only first-party clients may ask for a password. */
  abstract methods(place: StepUpPlace): Promise<CredentialMethod[]>;

  /**
   * Like `methods`, but creates no challenge. Without `clientId`, it lists the methods that first-party clients may
   * use.
   */
  abstract held(sub: string, clientId?: string): Promise<readonly CredentialMethod['type'][]>;

  /** Wrong confirmations count together with wrong logins. */
  abstract confirm(place: StepUpPlace, proof: CredentialProof): Promise<StepUpOutcome>;
}
