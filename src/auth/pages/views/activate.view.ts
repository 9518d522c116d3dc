import { html, type Html } from '../../../shared/kernel/html.js';
import { alert, field, hidden } from '../frame/parts.js';
import type { Words } from '../words/en.js';

export interface ActivateView {
  readonly words: Words;
  readonly path: string;
  readonly csrf: string;
  readonly login: string;
  readonly code: string;
  readonly problem?: string | undefined;
  readonly passwordWrong?: string | undefined;
}

export const activateView = ({ words, path, csrf, login, code, problem, passwordWrong }: ActivateView): Html => html`
  <h1>${words.activate}</h1>
  <p class="lead">${words.activateLead}</p>
  ${problem === undefined ? '' : alert(words, problem)}
  <form method="post" action="${path}/activate">
    ${hidden('csrf', csrf)}
    <div class="fields">
      ${field({ name: 'login', label: words.login, autocomplete: 'username', value: login, focus: login === '' })}
      ${field({
        name: 'activation_code',
        label: words.code,
        autocomplete: 'one-time-code',
        value: code,
        hint: words.codeHint,
        code: true,
        focus: login !== '' && passwordWrong === undefined,
      })}
      ${field({
        name: 'new_password',
        label: words.newPassword,
        type: 'password',
        autocomplete: 'new-password',
        hint: words.newPasswordHint,
        wrong: passwordWrong,
        focus: passwordWrong !== undefined,
      })}
    </div>
    <div class="actions"><button>${words.activateNow}</button></div>
  </form>
  <div class="more"><a href="${path}">${words.haveAccount}</a></div>
`;
