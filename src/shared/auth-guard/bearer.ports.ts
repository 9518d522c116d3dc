import type { KeyObject } from 'node:crypto';
import type { Request } from 'express';
import type { DomainError } from '../kernel/index.js';
import { Networks } from '../../config/networks.js';
import type { AccessToken, Refused } from './access-token.js';

/** The public keys that access tokens are signed with. */
export abstract class TokenKeys {
  abstract keyFor(keyId: string): Promise<KeyObject | undefined>;
}

/** Tokens that were revoked before they expired: single ones, and all issued before a cut-off. Answers from memory. */
export abstract class RevokedTokens {
  /** The error to raise for a revoked token, or `undefined` when the token is not revoked. */
  abstract refusalOf(token: AccessToken): Refused | DomainError | undefined;
}

/** The facts about a client that may have changed since its token was issued. */
export interface ClientFact {
  readonly administrator: boolean;
  readonly allowedCallers: AllowedCallers;
  /** The `sub` of the operator who made or changed the client, during its first days. */
  responsibleAt(now: Date): string | undefined;
}

export abstract class ClientFacts {
  /** `undefined` when the client is unknown or was deleted. */
  abstract find(clientId: string): Promise<ClientFact | undefined>;
}

/** Hears of every call with a valid token. It answers from memory, and writes later. */
export abstract class ClientUse {
  abstract noteCall(client: UsingClient): void;
}

export interface UsingClient {
  readonly clientId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
}

/** The addresses that a client may call from. An empty list allows any. */
export class AllowedCallers {
  readonly #networks: Networks | undefined;

  constructor(entries: readonly string[]) {
    this.#networks = entries.length === 0 ? undefined : new Networks(entries);
  }

  includes(address: string | undefined): boolean {
    return this.#networks === undefined || (address !== undefined && this.#networks.includes(address));
  }
}

/**
 * The enterprises that a caller may name. The operators' own enterprise is not one of them: whoever may enrol users
 * there could become any operator.
 */
export abstract class EnterpriseIds {
  abstract exists(enterpriseId: string): Promise<boolean>;
}

/** Keeps calls of operators until a second one agrees. */
export abstract class SecondOperators {
  /**
   * A repeated call gets the request that waits already. `seen` is a fingerprint of what the call is about, in its
   * present state.
   */
  abstract ask(
    request: Request,
    scope: string,
    seen: string | undefined,
  ): Promise<{ readonly id: string; readonly fallsAt: Date }>;
}

/** The table of what routes require of an operator besides their scopes. */
export abstract class OperatorPowers {
  /** For a route such as `PUT /v1/users/:userId/status`. Returns `undefined` when the table has no entry for it. */
  abstract of(route: string): { readonly freshPasskey: boolean } | undefined;
}
