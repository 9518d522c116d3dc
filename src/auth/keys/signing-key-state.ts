import { defineMachine, type StateOf } from '../../shared/kernel/index.js';
import { AuthErrors } from '../contract/auth.errors.js';

/**
 * States of a signing key. NEXT keys are published before they sign. Each algorithm has one ACTIVE key. RETIRED keys
 * stay published until everything they signed has expired. WITHDRAWN keys may have leaked: they are no longer
 * published, and nothing they signed is valid.
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

/** ES256 signs access tokens. RS256 signs ID tokens of clients that choose no other algorithm. */
export const signingAlgorithms = ['ES256', 'RS256'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];
