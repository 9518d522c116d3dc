import { html, type Html } from '../../../shared/kernel/index.js';
import { SHORTEST_PASSWORD } from '../../credentials/passwords/password-strength.service.js';
import { alert, field, hidden, KEY } from '../../../shared/pages/index.js';
import type { Words } from '../../hosted-pages/words/en.js';

/** The field for a new password, with the error from the previous attempt. */
export const newPasswordField = (words: Words, wrong: string | undefined): Html =>
  field({
    name: 'new_password',
    label: words.newPassword,
    type: 'password',
    autocomplete: 'new-password',
    hint: words.newPasswordHint,
    least: { characters: SHORTEST_PASSWORD, words },
    wrong,
    focus: wrong !== undefined,
  });

export interface ActivateView {
  readonly words: Words;
  readonly path: string;
  readonly csrf: string;
  readonly login: string;
  readonly code: string;
  readonly problem?: string | undefined;
  readonly onlyPasskeys?: boolean;
  readonly passwordWrong?: string | undefined;
}

export const activateView = (view: ActivateView): Html => {
  const { words, path, csrf, login, code, problem, passwordWrong, onlyPasskeys } = view;
  return html`
    <h1>${words.activate}</h1>
    <p class="lead">${onlyPasskeys ? words.activateLeadPasskey : words.activateLead}</p>
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
        ${onlyPasskeys ? '' : newPasswordField(words, passwordWrong)}
      </div>
      ${onlyPasskeys ? '' : html`<div class="actions"><button>${words.activateNow}</button></div>`}
    </form>
    ${passkeyInstead(view)}
    <div class="more"><a href="${path}">${words.haveAccount}</a></div>
  `;
};

/**
 * Offers a passkey instead of a password. A script shows this part if the browser supports passkeys. The username and
 * the code come from the form above.
 */
const passkeyInstead = ({ words, path, csrf, onlyPasskeys }: ActivateView): Html => html`
  <div ${onlyPasskeys ? html`class="actions"` : ''} data-with-passkeys hidden>
    ${onlyPasskeys ? '' : html`<div class="else">${words.or}</div>`}
    <form
      method="post"
      action="${path}/activate/passkey"
      data-passkey="activate"
      data-options="${path}/activate/passkey/options"
      data-needs="login activation_code"
    >
      ${hidden('csrf', csrf)} ${hidden('login', '')} ${hidden('activation_code', '')} ${hidden('response', '')}
      <button class="${onlyPasskeys ? '' : 'quiet'}" aria-describedby="passkey-hint">
        ${KEY} ${onlyPasskeys ? words.passkeyMake : words.passkeyInstead}
      </button>
      <p class="hint" id="passkey-hint">${words.passkeysLead}</p>
      <p
        class="wrong"
        role="alert"
        data-not-made="${onlyPasskeys ? words.passkeyNotMadeOnly : words.passkeyNotMade}"
      ></p>
    </form>
  </div>
`;
