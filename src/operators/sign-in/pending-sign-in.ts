import type { JsonValue } from '../../shared/kernel/index.js';

/** A sign-in that has begun but not finished. It is stored in an encrypted cookie of the browser. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The page of the console to open after the sign-in. */
  readonly to: string;
  readonly until: number;
  /** The id of the browser's session before this sign-in. */
  readonly sessionId: string | null;
  /** Whether the sign-in renews the browser's existing session with a passkey. Otherwise it begins a new session. */
  readonly isStepUp: boolean;
}

export const PENDING_SECONDS = 600;

export const isPending = (value: JsonValue): boolean =>
  typeof value === 'object' && value !== null && 'state' in value && 'verifier' in value && 'until' in value;

/**
 * Returns `to` if it is a path of the console, otherwise `/`. A path that begins with two slashes is refused, because
 * it would lead to another site.
 */
export const pathIn = (to: unknown): string =>
  typeof to === 'string' && to.length <= 2_000 && /^\/(?![/\\])[!-~]*$/.test(to) ? to : '/';
