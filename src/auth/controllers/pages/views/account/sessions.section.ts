import { html, type Html } from '../../../../../shared/kernel/html.js';
import type { ListedSession } from '../../../../services/account/account-sessions.service.js';
import { dated, hidden } from '../../../../../shared/pages/parts.js';
import { accountForm, type AccountView, list, section, none, removal } from './sections.js';
import type { DeviceCard } from '../../../../../users/contract.js';

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

const currentSession = ({ language }: AccountView, { since }: ListedSession): Html =>
  html`<div>
    <strong>${language.words.thisBrowser}</strong> <small>${dated(language.words.since, since, language, true)}</small>
  </div>`;

/** The button is labelled by the text beside it, because several may read the same. */
function otherSession(view: AccountView, { uid, since }: ListedSession, index: number): Html {
  const { language } = view;
  const { words } = language;
  return html`<div id="session-${index}">
      <strong>${words.otherBrowser}</strong> <small>${dated(words.since, since, language, true)}</small>
    </div>
    ${accountForm(
      view,
      'sessions/end',
      html`${hidden('session', uid)}
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
  return section(
    { id: 'devices', title: words.devices, lead: words.devicesLead },
    items.length === 0 ? none(words.noDevices) : list(words, items),
  );
}

const deviceItem = (view: AccountView, { deviceId, name, registeredAt, blocked }: DeviceCard): Html =>
  html`<div>
      <strong><bdi>${name}</bdi></strong>
      <small>${dated(view.language.words.added, registeredAt, view.language)}</small>
    </div>
    <div class="row-actions">
      ${blocked ? html`<span class="tag">${view.language.words.blocked}</span>` : ''}
      ${removal(view, 'device', deviceId, name)}
    </div>`;
