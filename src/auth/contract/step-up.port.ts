import type { JsonValue } from '../../shared/kernel/index.js';

/** `spent`: this was the last wrong one, which blocks the user, or came after it and was not looked at. */
export type StepUpOutcome = 'right' | 'wrong' | 'spent';

/** Counts wrong step-ups together with wrong tries from browsers that the user has logged in with: five in a day block. */
export abstract class StepUpTries {
  /** How many wrong ones count at the moment. */
  abstract wrong(sub: string): Promise<number>;

  /** How many may still be wrong: the last of them blocks the user. */
  abstract left(sub: string): Promise<number>;

  /**
   * Counts the step-up, lets `isRight` check it, and draws the consequences. If the check itself fails, the step-up
   * does not count.
   */
  abstract settle(sub: string, isRight: () => Promise<boolean>): Promise<StepUpOutcome>;
}

/** Who confirms, by which client, and what the confirmation is for. It is not valid for anything else. */
export interface StepUpPlace {
  readonly sub: string;
  readonly clientId: string;
  readonly boundTo: string;
}

export interface PasskeyMethod {
  readonly type: 'passkey';
  /** For `navigator.credentials.get`, as JSON. */
  readonly options: JsonValue;
}

export type CredentialMethod = PasskeyMethod | { readonly type: 'password' };

export type CredentialProof =
  | { readonly type: 'passkey'; readonly assertion: JsonValue }
  | { readonly type: 'password'; readonly password: string };

/** Lets a user who is logged in confirm who they are, by what they log in with. */
export abstract class CredentialStepUps {
  /** Lists the user's methods. Only clients of the enterprise itself may ask for a password. */
  abstract methods(place: StepUpPlace): Promise<CredentialMethod[]>;

  /** The same without starting anything. Without a client, it lists what any client of the enterprise might ask for. */
  abstract held(sub: string, clientId?: string): Promise<readonly CredentialMethod['type'][]>;

  /** Wrong ones count together with wrong logins. */
  abstract confirm(place: StepUpPlace, proof: CredentialProof): Promise<StepUpOutcome>;
}
