import { html, type Html } from '../../../shared/kernel/index.js';
import type { ListedSession } from '../account-sessions.service.js';
import { dated, filled, hidden, named } from '../../../shared/pages/index.js';
import type { Factor } from '../../sessions/levels.js';
import { placeInWords, type SessionOrigin } from '../../sessions/session-origins.service.js';
import type { Language } from '../../hosted-pages/words/languages.js';
import type { Words } from '../../hosted-pages/words/en.js';
import { accountForm, type AccountView, list, section, none, removal } from './sections.js';
import type { DeviceCard } from '../../../users/contract/index.js';

export function sessions(view: AccountView): Html {
  const { words } = view.language;
  const [here, others] = [view.sessions.filter(isHere(view)), view.sessions.filter((one) => !isHere(view)(one))];
  const items = [
    ...here.map((one) => currentSession(view, one)),
    ...others.map((one, index) => otherSession(view, one, index)),
  ];
  return section(
    { id: 'sessions', title: words.sessions },
    html`${list(words, items)} ${others.length === 0 ? '' : endOthers(view)}`,
  );
}

const isHere =
  ({ currentSession }: AccountView) =>
  ({ uid }: ListedSession): boolean =>
    uid === currentSession;

const currentSession = ({ language }: AccountView, session: ListedSession): Html =>
  html`<div><strong>${browserName(language.words, session.origin)}</strong> ${about(language, session)}</div>
    <span class="tag">${language.words.thisBrowser}</span>`;

/** The browser's name, from its User-Agent. */
export function browserName(words: Words, { browser, system }: SessionOrigin): string {
  if (browser !== undefined && system !== undefined) return filled(words.browserOn, { browser, system });
  return browser ?? system ?? words.unknownBrowser;
}

const about = (language: Language, { since, origin, level }: ListedSession): Html => {
  const place = placeInWords(language, origin);
  return html`<small>${dated(language.words.since, since, language, true)}</small>
    <small>${filled(language.words.sessionLevel, { level: String(level) })}</small>
    ${place === undefined ? '' : html`<small>${named(language.words.fromPlace, 'place', place)}</small>`}`;
};

/**
 * Shows another session with a button to end it. Each button's label includes the text beside it, because all these
 * buttons have the same text.
 */
function otherSession(view: AccountView, session: ListedSession, index: number): Html {
  const { language } = view;
  const { words } = language;
  return html`<div id="session-${index}">
      <strong>${browserName(words, session.origin)}</strong> ${about(language, session)}
    </div>
    ${accountForm(
      view,
      'sessions/end',
      html`${hidden('session', session.uid)}
        <button class="plain" id="end-${index}" aria-labelledby="end-${index} session-${index}">
          ${words.endSession}
        </button>`,
    )}`;
}

const endOthers = (view: AccountView): Html =>
  html`<div class="row">
    ${accountForm(view, 'sessions/end-others', html`<button class="quiet slim">${view.language.words.endOtherSessions}</button>`)}
  </div>`;

export function devices(view: AccountView): Html {
  const { words } = view.language;
  const items = view.devices.map((device) => deviceItem(view, device));
  const approved = lastProven(view, 'approval');
  return section(
    { id: 'devices', title: words.devices, lead: words.devicesLead },
    html`${approved ? html`<p>${lastUse(view, 'approval', approved, words.lastApproved)}</p>` : ''}
    ${items.length === 0 ? none(words.noDevices) : list(words, items)}`,
  );
}

const deviceItem = (view: AccountView, { deviceId, name, registeredAt, lastSeenAt, blocked }: DeviceCard): Html =>
  html`<div>
      <strong><bdi>${name}</bdi></strong>
      <small>${dated(view.language.words.added, registeredAt, view.language)}</small>
      <small>${dated(view.language.words.lastUsed, lastSeenAt, view.language)}</small>
    </div>
    <div class="row-actions">
      ${blocked ? html`<span class="tag">${view.language.words.blocked}</span>` : ''}
      ${removal(view, 'device', deviceId, name)}
    </div>`;

/**
 * Maximum difference in seconds between a factor's last use and the time stored in the session of that use. The two
 * times are recorded separately.
 */
const SAME_SECONDS = 60;

/**
 * Shows the time of a factor's last use. Also shows the browser and the place, if the session in which the factor was
 * used still exists.
 */
export function lastUse(view: AccountView, factor: Factor, at: Date, told = view.language.words.lastUsed): Html {
  const { language, sessions } = view;
  const { words } = language;
  const seconds = at.getTime() / 1000;
  const session = sessions.find(({ proven }) => Math.abs((proven[factor] ?? 0) - seconds) <= SAME_SECONDS);
  const place = session && placeInWords(language, session.origin);
  return html`<small>${dated(told, at, language)}</small>
    ${session ? html`<small>${browserName(words, session.origin)}</small>` : ''}
    ${place === undefined ? '' : html`<small>${named(words.fromPlace, 'place', place)}</small>`}`;
}

/** The last time that a factor was used in any session that still exists. */
export function lastProven({ sessions }: AccountView, factor: Factor): Date | undefined {
  const latest = Math.max(0, ...sessions.map(({ proven }) => proven[factor] ?? 0));
  return latest === 0 ? undefined : new Date(latest * 1000);
}
