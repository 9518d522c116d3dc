/** A state whose chips of passports are accepted. */
export interface TrustedState {
  /** Its two letters. */
  readonly state: string;
  readonly authorities: number;
  /** The end of the authority that is valid for longest. */
  readonly until: Date;
  /** When its current list of revocations should be replaced. `null`: there is no list, or it has no end. */
  readonly revocationsUntil: Date | null;
}

export const trustFaults = ['list_old', 'publisher_ends', 'state_ends', 'revocations_stale'] as const;
export type TrustFault = (typeof trustFaults)[number];

/** A fault, and the publisher, the state or the list that it is of. */
export interface FoundFault {
  readonly fault: TrustFault;
  readonly of: string;
}

/** The operator's trust in states, for people who look after it. */
export interface TrustInStates {
  readonly states: readonly TrustedState[];
  readonly faults: readonly FoundFault[];
}

export abstract class TrustedStates {
  abstract read(): Promise<TrustInStates>;
}
