import { html, type Html } from '../../../shared/kernel/index.js';
import { dated } from '../../../shared/pages/index.js';
import { codeField, totpSetup } from '../../sign-in/views/second-factor.view.js';
import { ACCOUNT } from './account-url.js';
import { lastUse } from './sessions.section.js';
import { accountForm, accountLink, type AccountView, none, section } from './sections.js';

export function totp(view: AccountView): Html {
  const { words } = view.language;
  return section(
    { id: 'totp', title: words.totpApp, lead: words.totpLead },
    view.totp === undefined ? notSetUp(view) : setUp(view),
  );
}

const setUp = (view: AccountView): Html => {
  const { words } = view.language;
  if (!view.totp) return html``;
  return html`<ul class="things">
      <li>
        <div>
          <strong>${words.totpApp}</strong>
          <small>${dated(words.added, view.totp.createdAt, view.language)}</small>
          ${lastUse(view, 'totp', view.totp.lastUsedAt)}
        </div>
        ${view.missesCode ? '' : accountForm(view, 'totp/remove', html`<button class="plain">${words.remove}</button>`)}
      </li>
    </ul>
    ${view.missesCode ? prove(view) : ''}`;
};

/** Asks for the authenticator code that the user must enter before changing how they sign in. */
const prove = (view: AccountView): Html =>
  html`<p class="hint">${view.language.words.totpNeeded}</p>
    ${accountForm(
      view,
      'totp/prove',
      html`${codeField(view.language.words, false)}
        <div class="actions"><button class="quiet">${view.language.words.secondGoOn}</button></div>`,
    )}`;

const notSetUp = (view: AccountView): Html => {
  const { words } = view.language;
  const { newTotp: made } = view;
  if (!made) {
    return html`${none(words.noTotp)}
      <div class="row">
        <a class="button quiet slim" href="${accountLink(view, 'again', 'true')}">${words.totpAdd}</a>
      </div>`;
  }
  return html`${none(words.noTotp)}
    <details class="fold" ${view.totpOpen ? html`open` : ''}>
      <summary>${words.totpAdd}</summary>
      ${totpSetup({ words, csrf: view.csrf, action: `${ACCOUNT}totp/add${view.query}`, made, inSection: true })}
    </details>`;
};
