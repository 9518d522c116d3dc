import { html, type Html } from '../../../shared/kernel/index.js';
import { dated, named } from '../../../shared/pages/index.js';
import type { Factor } from '../../sessions/levels.js';
import { placeInWords } from '../../sessions/place.words.js';
import type { AccountView } from './sections.js';
import { browserName } from './sessions.section.js';

/** The use is noted a moment before or after the session keeps the factor. */
const SAME_SECONDS = 60;

/** Tells when a factor was last used; and where, as long as the session lasts in which it was used. */
export function lastUse(view: AccountView, factor: Factor, at: Date): Html {
  const { language, sessions } = view;
  const { words } = language;
  const seconds = at.getTime() / 1000;
  const session = sessions.find(({ proven }) => Math.abs((proven[factor] ?? 0) - seconds) <= SAME_SECONDS);
  const place = session && placeInWords(language, session.origin);
  return html`<small>${dated(words.lastUsed, at, language)}</small>
    ${session ? html`<small>${browserName(words, session.origin)}</small>` : ''}
    ${place === undefined ? '' : html`<small>${named(words.fromPlace, 'place', place)}</small>`}`;
}

/** The last use of a factor in the sessions that last. */
export function lastProven({ sessions }: AccountView, factor: Factor): Date | undefined {
  const latest = Math.max(0, ...sessions.map(({ proven }) => proven[factor] ?? 0));
  return latest === 0 ? undefined : new Date(latest * 1000);
}
