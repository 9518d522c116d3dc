import { readMe } from './me.js';
import { choose, type Data } from './place.js';
import { forget } from './resource.js';
import { go, route } from './route.js';

/** Shows other data. The open object does not exist there, so its list is shown. */
export function seeData(change: Partial<Data>): void {
  choose(change);
  forget();
  void readMe();
  if (route.value.id !== undefined) go(`/${route.value.place}`);
}
