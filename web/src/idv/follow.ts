import { SESSION } from './sending.js';

interface State {
  readonly version: string;
}

/**
 * The delay before it asks again when the server did not answer, or answered at once without a result: other pages of
 * this browser wait there.
 */
const AGAIN_MS = 3_000;

/**
 * Waits for the session to change, and then shows its page anew: while an enterprise is asked, and on the desktop while
 * the phone goes on. The server answers when there is something new, or after a while when there is not.
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
