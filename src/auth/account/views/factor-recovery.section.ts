import { html, type Html } from '../../../shared/kernel/index.js';
import { dated } from '../../../shared/pages/index.js';
import { accountForm, type AccountView } from './sections.js';

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
