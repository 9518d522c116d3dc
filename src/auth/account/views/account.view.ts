import { html, type Html } from '../../../shared/kernel/index.js';
import { alert, confirmation, emphasised, dated } from '../../../shared/pages/index.js';
import { accountForm, type AccountView } from './sections.js';
import { address } from './address.section.js';
import { applications } from './applications.section.js';
import { browsers } from './browsers.section.js';
import { devices, sessions } from './sessions.section.js';
import { passkeys } from './passkeys.section.js';
import { recoveryCodes } from './recovery-codes.section.js';
import { totp } from './totp.section.js';
import { password } from './password.section.js';

export const accountView = (view: AccountView): Html => {
  const { words } = view.language;
  const showsCodes = view.newCodes.length > 0;
  return html`
    <h1>${words.account}</h1>
    <div class="who-is-here">
      <p class="lead">${emphasised(words.signedInAs, 'name', view.userName)}</p>
      ${accountForm(view, 'sign-out', html`<button class="plain">${words.signOut}</button>`)}
    </div>
    ${replacementNote(view)} ${view.done === undefined ? '' : confirmation(view.done)}
    ${view.problem === undefined ? '' : alert(words, view.problem)} ${view.missesPhone ? proveByPhone(view) : ''}
    ${showsCodes ? recoveryCodes(view) : ''} ${passkeys(view)}
    ${view.hasPassword && (view.allows('totp') || view.totp) ? totp(view) : ''}
    ${view.hasPassword && !showsCodes && (view.mayHaveCodes || view.recoveryCodes) ? recoveryCodes(view) : ''}
    ${view.hasPassword ? password(view) : ''} ${address(view)} ${devices(view)} ${browsers(view)} ${applications(view)}
    ${sessions(view)}
  `;
};

/** Asks for the approval on the phone that the user must give before changing how they sign in. */
const proveByPhone = (view: AccountView): Html =>
  html`<p class="hint">${view.language.words.phoneNeeded}</p>
    ${accountForm(view, 'approval', html`<button class="quiet slim">${view.language.words.numTitle}</button>`)}`;

/** A warning at the top of the page: somebody who knows the password is replacing the second factor. */
export const replacementNote = (view: AccountView): Html => {
  const { language, replacedFrom } = view;
  const { words } = language;
  if (!replacedFrom) return html``;
  return html`<div class="note bad">
    <p>${dated(words.replacedFrom, replacedFrom, language, true)}</p>
    ${accountForm(view, 'second-factor/stop-own', html`<button class="quiet slim">${words.replacedStop}</button>`)}
  </div>`;
};
