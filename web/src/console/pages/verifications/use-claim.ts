import { useEffect, useState } from 'preact/hooks';
import { ApiError, ask, send } from '../../api.js';
import { place } from '../../place.js';
import { pathTo } from '../../route.js';

export interface ClaimState {
  /** The error of the claim. Set if a colleague has already claimed the review. */
  readonly refused: ApiError | undefined;
  readonly isMine: boolean;
}

/** The API path of the claim on the review whose page is open now. Undefined if no review is open. */
let held: string | undefined;

const AGAIN = 10 * 60_000;

/**
 * Claims the review while its page is open, so that two people do not judge it at once, and releases it when the page
 * is left.
 */
export function useClaim(sessionId: string | undefined): ClaimState {
  const [state, set] = useState<ClaimState>({ refused: undefined, isMine: false });
  useEffect(() => {
    if (sessionId === undefined) return undefined;
    const path = pathTo('v1', 'idvSessions', sessionId, 'claim');
    const of = place.value; // to release the claim there, even if another enterprise is shown by then
    let isHere = true;
    let claimed: Promise<unknown> = Promise.resolve();
    held = path;
    const hold = () => {
      claimed = send('POST', path).then(
        () => isHere && set({ refused: undefined, isMine: true }),
        (error: unknown) => {
          if (isHere && error instanceof ApiError && error.status === 409) set({ refused: error, isMine: false });
        },
      );
    };
    hold();
    const timer = setInterval(() => document.visibilityState === 'visible' && hold(), AGAIN);
    return () => {
      isHere = false;
      held = undefined;
      clearInterval(timer);
      // The claim may not be complete yet, so its release waits. A claim whose release fails expires by itself.
      claimed.then(() => (held === path ? undefined : ask('DELETE', path, { of }))).catch(() => undefined);
    };
  }, [sessionId]);
  return state;
}
