import type { KeyObject } from 'node:crypto';
import type { Request } from 'express';
import type { DomainError } from '../kernel/index.js';
import { Networks } from '../../config/networks.js';
import type { AccessToken, Refused } from './access-token.js';

/** The public keys used to verify access tokens. */
export abstract class TokenKeys {
  abstract keyFor(keyId: string): Promise<KeyObject | undefined>;
}

/**
 * Tokens that were revoked before they expired: single tokens, and all tokens issued before a certain time.
 * Implementations answer from memory, without a database query.
 */
export abstract class RevokedTokens {
  /** The error to raise for a revoked token, or `undefined` when the token is not revoked. */
  abstract refusalOf(token: AccessToken): Refused | DomainError | undefined;
}

/** The properties of a client that may have changed since its token was issued. */
export interface ClientFact {
  readonly administrator: boolean;
  readonly allowedCallers: AllowedCallers;
  /**
   * The `sub` of the operator who last changed the client or its secret, or who created the client. `undefined` if that
   * was more than 7 days ago. The audit log names this operator with the client's actions.
   */
  responsibleAt(now: Date): string | undefined;
}

export abstract class ClientFacts {
  /** Finds a client. Returns `undefined` if it is unknown or deleted. */
  abstract find(clientId: string): Promise<ClientFact | undefined>;
}

/**
 * Counts the calls that each client makes with a valid token. `noteCall` must return immediately, so it only counts in
 * memory; the counts are written to the database later.
 */
export abstract class ClientUse {
  abstract noteCall(client: UsingClient): void;
}

export interface UsingClient {
  readonly clientId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
}

/** The IP addresses that a client may call from. An empty list allows any address. */
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
 * The enterprises that a caller may name in a request. The operators' own enterprise is excluded, because someone who
 * can enrol users there could become any operator.
 */
export abstract class EnterpriseIds {
  abstract exists(enterpriseId: string): Promise<boolean>;
}

/** Stores calls of operators until a second operator approves them. */
export abstract class SecondOperators {
  /**
   * Stores a call and requests approval of it. If the same call already waits for approval, returns that request
   * instead. `seen` is a fingerprint of the object that the call changes.
   */
  abstract ask(
    request: Request,
    scope: string,
    seen: string | undefined,
  ): Promise<{ readonly id: string; readonly fallsAt: Date }>;
}

/**
 * Port: the table of routes for operators. An entry contains what the route requires of an operator in addition to
 * scopes.
 */
export abstract class OperatorPowers {
  /** Looks up a route such as `PUT /v1/users/:userId/status`. Returns `undefined` if the table does not contain it. */
  abstract of(route: string): { readonly freshPasskey: boolean } | undefined;
}
