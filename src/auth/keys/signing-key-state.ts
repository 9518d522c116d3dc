import { defineMachine, type StateOf } from '../../shared/kernel/index.js';
import { AuthErrors } from '../contract/auth.errors.js';

/**
 * NEXT is published before it signs, RETIRED until nothing that it signed can be valid. One ACTIVE key an algorithm.
 * WITHDRAWN keys may have leaked: they are published no more, and nothing that they signed is valid.
 */
export const signingKeyState = defineMachine('Signing key', AuthErrors.keyChangeRefused, [
  // from       action      to
  [null, 'found', 'ACTIVE'],
  [null, 'prepare', 'NEXT'],
  ['NEXT', 'activate', 'ACTIVE'],
  ['ACTIVE', 'retire', 'RETIRED'],
  ['NEXT', 'withdraw', 'WITHDRAWN'],
  ['ACTIVE', 'withdraw', 'WITHDRAWN'],
  ['RETIRED', 'withdraw', 'WITHDRAWN'],
]);

export type SigningKeyState = StateOf<typeof signingKeyState.arrows>;

/** ES256 signs access tokens, RS256 the ID tokens of clients that ask for nothing else. */
export const signingAlgorithms = ['ES256', 'RS256'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];
