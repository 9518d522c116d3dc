import type { KeyObject } from 'node:crypto';
import type { DomainError } from '../../kernel/errors.js';
import { Networks } from '../../../config/networks.js';
import type { AccessToken, Refused } from './access-token.js';

/** The public keys that access tokens are signed with. */
export abstract class TokenKeys {
  abstract keyFor(keyId: string): Promise<KeyObject | undefined>;
}

/** Tokens that ended before their time: single ones, and all that were issued before a cut-off. Answers from memory. */
export abstract class RevokedTokens {
  /** The error to raise for a token that is revoked. `undefined` when it is good. */
  abstract refusalOf(token: AccessToken): Refused | DomainError | undefined;
}

/** What the guard must know of a client beyond its token: what may have changed since it was issued. */
export interface ClientFact {
  readonly administrator: boolean;
  readonly allowedCallers: AllowedCallers;
}

export abstract class ClientFacts {
  /** `undefined` for a client that is unknown, or no more. */
  abstract find(clientId: string): Promise<ClientFact | undefined>;
}

/** The addresses that a client may call from. None named: any. */
export class AllowedCallers {
  readonly #networks: Networks | undefined;

  constructor(entries: readonly string[]) {
    this.#networks = entries.length === 0 ? undefined : new Networks(entries);
  }

  includes(address: string | undefined): boolean {
    return this.#networks === undefined || (address !== undefined && this.#networks.includes(address));
  }
}

/** Which enterprises there are: an administrator names one in a header. */
export abstract class EnterpriseIds {
  abstract exists(enterpriseId: string): Promise<boolean>;
}
