/** A state (country) whose passport chips are trusted. */
export interface TrustedState {
  /** The two-letter code of the state. */
  readonly state: string;
  readonly authorities: number;
  /** When the last certificate of the state's authorities expires. */
  readonly until: Date;
  /**
   * When the state's revocation list should be replaced. `null` if there is no list, or if the list does not say when.
   */
  readonly revocationsUntil: Date | null;
}

export const trustFaults = ['list_old', 'publisher_ends', 'state_ends', 'revocations_stale'] as const;
export type TrustFault = (typeof trustFaults)[number];

/** A fault in the data about trusted chips, and the state, publisher or list that it concerns. */
export interface FoundFault {
  readonly fault: TrustFault;
  readonly of: string;
}

/** The states whose passport chips the operator trusts, and the faults that an operator should correct. */
export interface TrustInStates {
  readonly states: readonly TrustedState[];
  readonly faults: readonly FoundFault[];
}

export abstract class TrustedStates {
  abstract read(): Promise<TrustInStates>;
}
