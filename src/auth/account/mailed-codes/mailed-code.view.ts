import { html, type Html } from '../../../shared/kernel/index.js';
import { alert, field, hidden } from '../../../shared/pages/index.js';
import type { Words } from '../../hosted-pages/words/en.js';
import { mailedCodeField } from '../../sign-in/recovery/recovery.view.js';

export interface MailedCodeView {
  readonly words: Words;
  readonly names: Readonly<Record<'title' | 'lead' | 'now', keyof Words>>;
  readonly action: string;
  readonly csrf: string;
  readonly login: string;
  readonly hiddenFields: readonly Html[];
  readonly problem: string | undefined;
}

/** The form for entering a mailed code. It requires no sign-in. */
export const mailedCodeView = ({
  words,
  names,
  action,
  csrf,
  login,
  hiddenFields,
  problem,
}: MailedCodeView): Html => html`
  <h1>${words[names.title]}</h1>
  ${problem === undefined ? '' : alert(words, problem)}
  <p class="lead">${words[names.lead]}</p>
  <form method="post" action="${action}">
    ${hidden('csrf', csrf)} ${hiddenFields}
    <div class="fields">
      ${field({ name: 'login', label: words.login, autocomplete: 'username', value: login, focus: login === '' })}
      ${mailedCodeField(words)}
    </div>
    <div class="actions"><button>${words[names.now]}</button></div>
  </form>
`;
