import { readMe } from './me.js';
import { choose, type Data } from './place.js';
import { forget } from './resource.js';
import { go, route } from './route.js';

/**
 * Switches to another enterprise or side. If an object is open, shows its list instead, because the object does not
 * exist there.
 */
export function seeData(change: Partial<Data>): void {
  choose(change);
  forget();
  void readMe();
  if (route.value.id !== undefined) go(`/${route.value.place}`);
}
