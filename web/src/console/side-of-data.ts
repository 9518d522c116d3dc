import { ApiError } from './api.js';
import { readMe } from './me.js';
import { choose, type Data, place } from './place.js';
import { forget } from './resource.js';
import { go, route } from './route.js';

const AGAIN_MS = 2_000;

/**
 * Switches to another enterprise or side. If an object is open, shows its list instead, because the object does not
 * exist there.
 */
export function seeData(change: Partial<Data>): void {
  choose(change);
  forget();
  void readRights(place.value);
  if (route.value.id !== undefined) go(`/${route.value.place}`);
}

/**
 * Reads the operator's rights in the chosen enterprise and on the chosen side. Retries until it succeeds or another
 * enterprise or side is chosen.
 */
async function readRights(shown: Data): Promise<void> {
  try {
    await readMe();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return; // no retry: the page asks the operator to sign in
    setTimeout(() => place.value === shown && void readRights(shown), AGAIN_MS);
  }
}
