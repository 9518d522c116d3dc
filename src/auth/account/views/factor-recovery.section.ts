import { html, type Html } from '../../../shared/kernel/index.js';
import { alert, dated, field, hidden } from '../../../shared/pages/index.js';
import type { Words } from '../../hosted-pages/words/en.js';
import { mailedCodeField } from '../../sign-in/recovery/recovery.view.js';
import { ACCOUNT } from './account-url.js';
import { accountForm, type AccountView } from './sections.js';

/** Above all else: somebody who knows the password replaces the second factor. */
export const replacementNote = (view: AccountView): Html => {
  const { language, replacedFrom } = view;
  const { words } = language;
  if (!replacedFrom) return html``;
  return html`<div class="note bad">
    <p>${dated(words.replacedFrom, replacedFrom, language, true)}</p>
    ${accountForm(view, 'second-factor/stop-own', html`<button class="quiet slim">${words.replacedStop}</button>`)}
  </div>`;
};

export interface StopReplacementView {
  readonly words: Words;
  readonly csrf: string;
  readonly login: string;
  readonly hiddenFields: readonly Html[];
  readonly problem: string | undefined;
}

/** For who has got the mail: it needs no sign-in. */
export const stopReplacementView = ({ words, csrf, login, hiddenFields, problem }: StopReplacementView): Html => html`
  <h1>${words.replaceStop}</h1>
  ${problem === undefined ? '' : alert(words, problem)}
  <p class="lead">${words.replaceStopLead}</p>
  <form method="post" action="${ACCOUNT}second-factor/stop">
    ${hidden('csrf', csrf)} ${hiddenFields}
    <div class="fields">
      ${field({ name: 'login', label: words.login, autocomplete: 'username', value: login, focus: login === '' })}
      ${mailedCodeField(words)}
    </div>
    <div class="actions"><button>${words.replaceStopNow}</button></div>
  </form>
`;
