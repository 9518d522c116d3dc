import type { JsonValue } from '../../shared/kernel/index.js';

/** A sign-in that a browser has begun. It is encrypted in a cookie. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The page to open afterwards. */
  readonly to: string;
  readonly until: number;
  /** The browser's session before this sign-in. */
  readonly sessionId: string | null;
  /** Whether the sign-in renews that session with a passkey. Otherwise it begins a new session. */
  readonly isStepUp: boolean;
}

export const PENDING_SECONDS = 600;

export const isPending = (value: JsonValue): boolean =>
  typeof value === 'object' && value !== null && 'state' in value && 'verifier' in value && 'until' in value;

/**
 * Returns a path of the console, never another site. A path that begins with two slashes would lead to another site.
 */
export const pathIn = (to: unknown): string =>
  typeof to === 'string' && to.length <= 2_000 && /^\/(?![/\\])[!-~]*$/.test(to) ? to : '/';
