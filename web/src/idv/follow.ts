import { SESSION } from './sending.js';

interface State {
  readonly version: string;
}

/**
 * The delay before the next request if the server did not answer, or answered at once without a change. The server
 * answers at once if other pages of this browser are already waiting.
 */
const AGAIN_MS = 3_000;

/**
 * Reloads the page when the session changes: after the enterprise's KYC check has answered, or after the user has done
 * a step on the phone while this page is open on a desktop. Each request stays open until the session changes, or for a
 * while.
 */
export async function follow(root: HTMLElement, reload: () => void = () => location.reload()): Promise<void> {
  const { version = '' } = root.dataset;
  for (;;) {
    const askedAt = performance.now();
    const state = await stateAfter(version);
    if (state === 'gone' || (typeof state === 'object' && state.version !== version)) {
      reload();
      return;
    }
    if (state === 'lost' || performance.now() - askedAt < AGAIN_MS)
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

async function stateAfter(version: string): Promise<State | 'gone' | 'lost'> {
  try {
    const headers = { accept: 'application/json' };
    const answer = await fetch(`${SESSION}/state?version=${encodeURIComponent(version)}`, {
      headers,
      cache: 'no-store',
    });
    if (answer.ok) return (await answer.json()) as State;
    return answer.status === 429 || answer.status >= 500 ? 'lost' : 'gone';
  } catch {
    return 'lost';
  }
}
