import { SESSION } from './sending.js';

interface State {
  readonly version: string;
}

/**
 * The delay before asking again if the server did not answer, or answered at once without news, because other pages of
 * this browser are already waiting.
 */
const AGAIN_MS = 3_000;

/**
 * Waits until the session changes, and then reloads the page: while an enterprise is asked, or on a desktop while the
 * phone is used. Each request stays open until there is news, or for a while.
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
