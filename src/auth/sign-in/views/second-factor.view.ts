import { html, type Html } from '../../../shared/kernel/index.js';
import { emphasised, field, hidden, KEY, named, qrCode } from '../../../shared/pages/index.js';
import type { NewTotp } from '../../credentials/totp/totp.service.js';
import type { Words } from '../../hosted-pages/words/en.js';
import type { Factor, Level } from '../../sessions/levels.js';
import { rememberBox } from '../approval/approval.view.js';
import { cancelForm, withoutPasskeys } from './login.view.js';

export interface SecondFactorView {
  readonly words: Words;
  /** The base path of the page's forms. */
  readonly path: string;
  readonly csrf: string;
  readonly client: string;
  readonly userName: string;
  readonly ways: readonly Factor[];
  /** Number of days for which the browser can be remembered. */
  readonly rememberDays?: number;
  /** A message shown above the forms. */
  readonly notice?: Html | undefined;
}

/** Asks a signed-in user for the factor that is missing. */
export const secondFactorView = (view: SecondFactorView): Html => {
  const { words, path, csrf, client, userName, ways, notice } = view;
  return html`
    <h1>${words.secondTitle}</h1>
    <p class="lead">${emphasised(words.signedInAs, 'name', userName)}</p>
    <p>${emphasised(words.secondLead, 'client', client)}</p>
    ${notice ?? ''}
    ${
      ways.includes('totp')
        ? html`<form method="post" action="${path}/second/totp">
            ${hidden('csrf', csrf)} ${codeField(words, true)} ${rememberBox(words, view.rememberDays)}
            <div class="actions"><button>${words.secondGoOn}</button></div>
          </form>`
        : ''
    }
    ${ways.includes('passkey') ? byPasskey(view) : ''} ${ways.includes('approval') ? onPhone(view) : ''}
    ${ways.includes('recoveryCode') ? byRecoveryCode(view) : ''}
    <div class="more">
      <a href="${path}/second/lost">${words.lost}</a>
      ${cancelForm(words, path, csrf)}
    </div>
  `;
};

/** The form for a recovery code is collapsed, because it is only for users who have lost a factor. */
const byRecoveryCode = ({ words, path, csrf, ways }: SecondFactorView): Html =>
  html`<details class="fold" ${ways.length === 1 ? html`open` : ''}>
    <summary>${words.codesUse}</summary>
    <form method="post" action="${path}/second/recovery-code">
      ${hidden('csrf', csrf)} ${recoveryCodeField(words)}
      <p class="hint">${words.codesTold}</p>
      <div class="actions"><button class="quiet">${words.secondGoOn}</button></div>
    </form>
  </details>`;

export const recoveryCodeField = (words: Words): Html =>
  html`<div class="fields">
    ${field({ name: 'recovery_code', label: words.codesCode, autocomplete: 'off', hint: words.recoverCodeHint, code: true, longest: 40 })}
  </div>`;

/** The button for an approval on the phone. Only the first button of a page has the filled style. */
const onPhone = ({ words, path, csrf, ways }: SecondFactorView): Html => {
  const isFirst = !ways.includes('totp') && !ways.includes('passkey');
  return html`${isFirst ? '' : html`<div class="else">${words.or}</div>`}
    <form method="post" action="${path}/second/approval">
      ${hidden('csrf', csrf)}
      <div class="${isFirst ? 'actions' : ''}">
        <button class="${isFirst ? '' : 'quiet'}">${words.numTitle}</button>
      </div>
    </form>`;
};

const byPasskey = ({ words, path, csrf, ways }: SecondFactorView): Html => {
  const isOnly = ways.length === 1;
  return html`<div class="${isOnly ? 'actions' : ''}" data-with-passkeys hidden>
      ${isOnly ? '' : html`<div class="else">${words.or}</div>`}
      <form method="post" action="${path}/passkey" data-passkey="login" data-options="${path}/passkey/options">
        ${hidden('csrf', csrf)} ${hidden('response', '')}
        <button class="${isOnly ? '' : 'quiet'}">${KEY} ${words.secondPasskey}</button>
        <p
          class="wrong"
          role="alert"
          data-not-given="${words.secondNotGiven}"
          data-not-started="${words.secondNotGiven}"
          data-unreached="${words.passkeyUnreached}"
        ></p>
      </form>
    </div>
    ${withoutPasskeys(words, words.passkeyLoginNeedsScript)}`;
};

/** A single input for the whole code, so that it can be pasted, or filled in by the browser. */
export const codeField = (words: Words, focus: boolean): Html =>
  html`<div class="fields">
    ${field({ name: 'code', label: words.totpCode, autocomplete: 'one-time-code', code: true, longest: 20, focus })}
  </div>`;

export interface TotpSetupView {
  readonly words: Words;
  readonly csrf: string;
  readonly action: string;
  readonly made: NewTotp;
  /** Whether to leave out the heading, because the form is in a section that has its own. */
  readonly inSection?: boolean;
}

/**
 * Shows the secret as a QR code, as a link for an authenticator app on the same device, and as text. The user confirms
 * the setup with a code.
 */
export const totpSetup = ({ words, csrf, action, made, inSection }: TotpSetupView): Html => html`
  ${inSection ? '' : html`<h2>${words.totpApp}</h2>`}
  <p>${words.totpScan}</p>
  <div class="qr">${qrCode(made.uri)}</div>
  <p><a class="button quiet slim" href="${made.uri}">${words.totpOpen}</a></p>
  <p>${words.totpKey} <code dir="ltr">${made.key.match(/.{1,4}/g)?.join(' ') ?? ''}</code></p>
  <form method="post" action="${action}">
    ${hidden('csrf', csrf)} ${hidden('setup', made.sealed)} ${codeField(words, false)}
    <div class="actions"><button>${words.totpDone}</button></div>
  </form>
`;

export interface NewFactorView extends Omit<SecondFactorView, 'ways' | 'client'> {
  readonly brand: string;
  readonly level: Level;
  /** The authenticator app that is being set up. Undefined if the enterprise does not allow authenticator apps. */
  readonly made: NewTotp | undefined;
}

/** Shows a user without a second factor how to set one up. */
export const newFactorView = (view: NewFactorView): Html => {
  const { words, path, csrf, userName, brand, level, made, notice } = view;
  const onlyPasskeys = level === 3 || made === undefined;
  return html`
    <h1>${words.needTitle}</h1>
    <p class="lead">${emphasised(words.signedInAs, 'name', userName)}</p>
    <p>${named(words.needLead, 'brand', brand)}</p>
    ${notice ?? ''}
    <div data-with-passkeys hidden>
      <form
        method="post"
        action="${path}/second/passkey"
        data-passkey="register"
        data-options="${path}/second/passkey/options"
      >
        ${hidden('csrf', csrf)} ${hidden('response', '')}
        <button aria-describedby="passkey-hint">${KEY} ${words.passkeyMake}</button>
        <p class="hint" id="passkey-hint">${words.passkeysLead}</p>
        <p class="wrong" role="alert" data-not-made="${words.passkeyNotMadeOnly}"></p>
      </form>
      ${onlyPasskeys ? '' : html`<div class="else">${words.or}</div>`}
    </div>
    ${onlyPasskeys ? withoutPasskeys(words, words.passkeyNeedsScript) : ''}
    ${made === undefined || onlyPasskeys ? '' : totpSetup({ words, csrf, action: `${path}/second/totp/new`, made })}
    <div class="more">${cancelForm(words, path, csrf)}</div>
  `;
};
