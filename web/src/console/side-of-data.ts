import { ApiError } from './api.js';
import { readMe } from './me.js';
import { choose, type Data, place } from './place.js';
import { forget } from './resource.js';
import { go, route } from './route.js';

const AGAIN_MS = 2_000;

/**
 * Switches to another enterprise, or between live and test data. If an object is open, shows its list instead, because
 * the object does not exist there.
 */
export function seeData(change: Partial<Data>): void {
  choose(change);
  forget();
  void readRights(place.value);
  if (route.value.id !== undefined) go(`/${route.value.place}`);
}

/**
 * Reads the operator's rights for the chosen enterprise and data (live or test). Retries until it succeeds or the
 * operator chooses another enterprise or data.
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
