import { useEffect, useState } from 'preact/hooks';
import { ApiError, ask, send } from '../../api.js';
import { pathTo } from '../../route.js';

export interface ClaimState {
  /** Set if a colleague has claimed the review. */
  readonly refused: ApiError | undefined;
  readonly isMine: boolean;
}

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
    let isHere = true;
    const hold = () =>
      send('POST', path).then(
        () => isHere && set({ refused: undefined, isMine: true }),
        (error: unknown) => {
          if (isHere && error instanceof ApiError && error.status === 409) set({ refused: error, isMine: false });
        },
      );
    void hold();
    const timer = setInterval(() => document.visibilityState === 'visible' && void hold(), AGAIN);
    return () => {
      isHere = false;
      clearInterval(timer);
      ask('DELETE', path).catch(() => undefined); // if this call fails, the claim expires by itself
    };
  }, [sessionId]);
  return state;
}
