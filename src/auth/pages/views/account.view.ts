import { html, type Html } from '../../../shared/kernel/html.js';
import type { DeviceCard } from '../../../users/contract.js';
import type { Passkey } from '../../credentials/passkeys/passkey.store.js';
import type { ListedSession } from '../account/account-sessions.service.js';
import { alert, emphasised, field, hidden, said } from '../frame/parts.js';
import type { Language } from '../words/languages.js';
import { filled } from '../words/languages.js';

export interface AccountView {
  readonly language: Language;
  readonly csrf: string;
  readonly userName: string;
  readonly userId: string;
  readonly passkeys: readonly Passkey[];
  readonly devices: readonly DeviceCard[];
  readonly sessions: readonly ListedSession[];
  readonly currentSession: string;
  /** Whether the login is of lately: a new way to sign in needs that. */
  readonly fresh: boolean;
  readonly done?: string | undefined;
  readonly problem?: string | undefined;
  readonly passwordWrong?: { readonly field: 'current_password' | 'new_password'; readonly why: string } | undefined;
}

export const ACCOUNT = '/service/account/';

export const accountView = (view: AccountView): Html => {
  const { words } = view.language;
  return html`
    <div class="top">
      <div>
        <h1>${words.account}</h1>
        <p class="lead">${emphasised(words.signedInAs, 'name', view.userName)}</p>
      </div>
      ${form(view, 'sign-out', html`<button class="quiet slim">${words.signOut}</button>`)}
    </div>
    ${view.done === undefined ? '' : said(view.done)} ${view.problem === undefined ? '' : alert(words, view.problem)}
    ${passkeys(view)} ${password(view)} ${devices(view)} ${sessions(view)}
  `;
};

const form = ({ csrf }: AccountView, action: string, inner: Html): Html =>
  html`<form method="post" action="${ACCOUNT}${action}">${hidden('csrf', csrf)} ${inner}</form>`;

const removal = (view: AccountView, action: string, field_: string, value: string, name: string): Html =>
  form(
    view,
    action,
    html`${hidden(field_, value)}<button
        class="quiet slim"
        aria-label="${filled(view.language.words.removeNamed, { name })}"
      >
        ${view.language.words.remove}
      </button>`,
  );

const dated = (sentence: string, date: Date, { tag }: Language): string =>
  filled(sentence, { date: new Intl.DateTimeFormat(tag, { dateStyle: 'long' }).format(date) });

function passkeys(view: AccountView): Html {
  const { language, passkeys: list } = view;
  const { words } = language;
  return html`<section class="panel">
    <h2>${words.passkeys}</h2>
    <p class="lead">${words.passkeysLead}</p>
    ${
      list.length === 0
        ? html`<p class="none">${words.noPasskeys}</p>`
        : html`<ul class="things">
            ${list.map(
              (passkey) =>
                html`<li>
                  <div><strong dir="auto">${passkey.name}</strong><small>${useOf(passkey, language)}</small></div>
                  ${removal(view, 'passkeys/remove', 'passkey', passkey.credentialId, passkey.name)}
                </li>`,
            )}
          </ul>`
    }
    ${view.fresh ? registration(view) : again(view)}
  </section>`;
}

const registration = ({ csrf, language: { words } }: AccountView): Html =>
  html`<p class="small" data-without-script>${words.passkeyNeedsScript}</p>
    <form
      method="post"
      action="${ACCOUNT}passkeys/add"
      data-passkey="register"
      data-options="${ACCOUNT}passkeys/options"
      data-with-passkeys
      hidden
    >
      ${hidden('csrf', csrf)} ${hidden('response', '')}
      <div class="row">
        ${field({ name: 'name', label: words.passkeyName, autocomplete: 'off', longest: 60 })}
        <button>${words.addPasskey}</button>
      </div>
      <p class="wrong" role="alert" data-not-made="${words.passkeyRefused}"></p>
    </form>`;

const again = ({ language: { words } }: AccountView): Html =>
  html`<div class="actions"><a class="button quiet" href="${ACCOUNT}?again=true">${words.addPasskey}</a></div>`;

const useOf = ({ createdAt, lastUsedAt }: Passkey, language: Language): string =>
  lastUsedAt ? dated(language.words.lastUsed, lastUsedAt, language) : dated(language.words.added, createdAt, language);

function password(view: AccountView): Html {
  const { language, userId, passwordWrong } = view;
  const { words } = language;
  const wrong = (name: string) => (passwordWrong?.field === name ? passwordWrong.why : undefined);
  return html`<section class="panel">
    <h2>${words.changePassword}</h2>
    ${form(
      view,
      'password',
      html`<input
          class="unseen"
          name="username"
          value="${userId}"
          autocomplete="username"
          tabindex="-1"
          aria-hidden="true"
          readonly
        />
        <div class="fields">
          ${field({
            name: 'current_password',
            label: words.currentPassword,
            type: 'password',
            autocomplete: 'current-password',
            wrong: wrong('current_password'),
          })}
          ${field({
            name: 'new_password',
            label: words.newPassword,
            type: 'password',
            autocomplete: 'new-password',
            hint: words.newPasswordHint,
            wrong: wrong('new_password'),
          })}
        </div>
        <div class="actions"><button>${words.changePassword}</button></div>`,
    )}
  </section>`;
}

function devices(view: AccountView): Html {
  const { language, devices: list } = view;
  const { words } = language;
  return html`<section class="panel">
    <h2>${words.devices}</h2>
    <p class="lead">${words.devicesLead}</p>
    ${
      list.length === 0
        ? html`<p class="none">${words.noDevices}</p>`
        : html`<ul class="things">
            ${list.map(
              (device) =>
                html`<li>
                  <div>
                    <strong dir="auto">${device.name}</strong>
                    <small>${dated(words.added, device.registeredAt, language)}</small>
                  </div>
                  ${device.blocked ? html`<span class="tag">${words.blocked}</span>` : ''}
                  ${removal(view, 'devices/remove', 'device', device.deviceId, device.name)}
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}

function sessions(view: AccountView): Html {
  const { language, sessions: list, currentSession } = view;
  const { words } = language;
  return html`<section class="panel">
    <h2>${words.sessions}</h2>
    <ul class="things">
      ${list.map(({ uid, since }) => {
        const here = uid === currentSession;
        return html`<li>
          <div>
            <strong>${here ? words.thisBrowser : words.otherBrowser}</strong>
            <small>${dated(words.since, since, language)}</small>
          </div>
          ${here ? '' : form(view, 'sessions/end', html`${hidden('session', uid)}<button class="quiet slim">${words.endSession}</button>`)}
        </li>`;
      })}
    </ul>
    ${
      list.length < 2
        ? ''
        : html`<div class="actions">
            ${form(view, 'sessions/end-others', html`<button class="quiet">${words.endOtherSessions}</button>`)}
          </div>`
    }
  </section>`;
}
