import type { JsonValue } from '../../shared/kernel/index.js';

/**
 * `spent`: the user has no attempt left. Either the last allowed attempt has just failed, so the user is blocked, or
 * there was no attempt left before, so nothing was checked.
 */
export type StepUpOutcome = 'right' | 'wrong' | 'spent';

/**
 * Counts failed step-ups together with failed logins from known browsers. Five failures within a day block the user.
 */
export abstract class StepUpTries {
  /** The number of failed attempts that have not expired. */
  abstract wrong(sub: string): Promise<number>;

  /** The number of failed attempts that the user has left. The last one blocks the user. */
  abstract left(sub: string): Promise<number>;

  /**
   * Counts an attempt and checks it with `isRight`. A successful attempt resets the counter. The last allowed failure
   * blocks the user. If `isRight` throws, the attempt does not count.
   */
  abstract settle(sub: string, isRight: () => Promise<boolean>): Promise<StepUpOutcome>;
}

/** The user, the client and the purpose of a step-up. A passkey assertion for one purpose is not valid for another. */
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
  /**
   * Lists the methods with which the user can confirm their identity. Only first-party clients may ask for a password.
   */
  abstract methods(place: StepUpPlace): Promise<CredentialMethod[]>;

  /**
   * Lists the same methods as `methods`, but creates no challenge. Without `clientId`, it lists the methods that
   * first-party clients may use.
   */
  abstract held(sub: string, clientId?: string): Promise<readonly CredentialMethod['type'][]>;

  /** Failed confirmations count together with failed logins. */
  abstract confirm(place: StepUpPlace, proof: CredentialProof): Promise<StepUpOutcome>;
}
