import type { AllowedCallers } from './allowed-callers.js';

/** What the guard must know of a client beyond its token: what may have changed since it was issued. */
export interface ClientFact {
  readonly administrator: boolean;
  readonly allowedCallers: AllowedCallers;
}

export abstract class ClientFacts {
  /** `undefined` for a client that is unknown, or no more. */
  abstract find(clientId: string): Promise<ClientFact | undefined>;
}
