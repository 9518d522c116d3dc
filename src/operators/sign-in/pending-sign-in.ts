import type { JsonValue } from '../../shared/kernel/index.js';

/** A sign-in that a browser has begun, sealed in a cookie of its own. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The page to continue with. */
  readonly to: string;
  readonly until: number;
  /** The session that the browser had before. */
  readonly sessionId: string | null;
  /** Whether a passkey is shown for that session. Otherwise a new session begins. */
  readonly isStepUp: boolean;
}

export const PENDING_SECONDS = 600;

export const isPending = (value: JsonValue): boolean =>
  typeof value === 'object' && value !== null && 'state' in value && 'verifier' in value && 'until' in value;

/** A path of the console, never another site: a path that begins with two slashes would be one. */
export const pathIn = (to: unknown): string =>
  typeof to === 'string' && to.length <= 2_000 && /^\/(?![/\\])[!-~]*$/.test(to) ? to : '/';
