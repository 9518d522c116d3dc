import { html, type Html } from '../../../shared/kernel/index.js';
import { alert, emphasised, field, filled, hidden, KEY, named } from '../../../shared/pages/index.js';
import type { Words } from '../../hosted-pages/words/en.js';
import type { Factor } from '../../sessions/levels.js';
import { shownNumber } from '../approval/approval.view.js';
import { newPasswordField } from '../views/activate.view.js';
import { recoveryCodeField } from '../views/second-factor.view.js';
import { withoutPasskeys } from '../views/login.view.js';

export interface RecoveryView {
  readonly words: Words;
  /** The path of the sign-in page. The paths of the forms add `/recover…`. */
  readonly path: string;
  readonly csrf: string;
  readonly brand: string;
  readonly login: string;
  readonly code: string;
  readonly second: string;
  readonly needed: readonly Factor[];
  readonly number: string;
  /** Whether the user types the number on the phone, instead of choosing it from several. */
  readonly types: boolean;
  readonly problem?: string | undefined;
  readonly passwordWrong?: string | undefined;
}

const heading = ({ words, problem }: RecoveryView, title: string, step: string): Html => html`
  <p class="small">${filled(words.recoverStep, { step })}</p>
  <h1>${title}</h1>
  ${problem === undefined ? '' : alert(words, problem)}
`;

const more = (...links: readonly Html[]): Html => html`<div class="more">${links}</div>`;

const toSignIn = ({ path }: RecoveryView, text: string): Html => html`<a href="${path}">${text}</a>`;

/** The hidden fields that each later form repeats. A script reads the login name when it creates a passkey. */
const carried = ({ csrf, login, code, second }: RecoveryView, makesPasskey = false): Html => html`
  ${hidden('csrf', csrf)} ${hidden('code', code)} ${hidden('second', second)}
  ${makesPasskey ? html`<input type="hidden" id="login" name="login" value="${login}" />` : hidden('login', login)}
`;

export const askView = (view: RecoveryView): Html => {
  const { words, path, csrf, login } = view;
  return html`
    ${heading(view, words.recoverTitle, '1')}
    <p class="lead">${words.recoverLead}</p>
    <form method="post" action="${path}/recover">
      ${hidden('csrf', csrf)}
      <div class="fields">
        ${field({ name: 'login', label: words.login, autocomplete: 'username', value: login, focus: login === '' })}
      </div>
      <div class="actions"><button>${words.recoverSend}</button></div>
    </form>
    ${more(toSignIn(view, words.recoverBack))}
  `;
};

/** The field for a code that was sent by email. */
export const mailedCodeField = (words: Words, focus = false): Html =>
  field({
    name: 'code',
    label: words.recoverCode,
    autocomplete: 'one-time-code',
    hint: words.recoverCodeHint,
    code: true,
    longest: 40,
    focus,
  });

/** Asks for the code that was sent by email. The page is the same whether or not the login name exists. */
export const codeView = (view: RecoveryView): Html => {
  const { words, path, csrf, login, brand } = view;
  return html`
    ${heading(view, words.recoverCodeTitle, '2')}
    <p class="lead">${emphasised(words.recoverCodeLead, 'login', login)}</p>
    <form method="post" action="${path}/recover/code">
      ${hidden('csrf', csrf)} ${hidden('login', login)}
      <div class="fields">${mailedCodeField(words, true)}</div>
      <div class="actions"><button>${words.goOn}</button></div>
    </form>
    <p class="small">${named(words.recoverNever, 'brand', brand)}</p>
    <form method="post" action="${path}/recover" class="more">
      ${hidden('csrf', csrf)} ${hidden('login', login)}
      <button class="link">${words.recoverAgain}</button>
    </form>
    ${more(toSignIn(view, words.recoverBack))}
  `;
};

/** Asks for one of the user's second factors, strongest first. */
export const secondView = (view: RecoveryView): Html => {
  const { words, brand, needed } = view;
  const ways = needed.filter((factor) => factor in WAYS) as (keyof typeof WAYS)[];
  return html`
    ${heading(view, words.recoverSecondTitle, '2')}
    <p class="lead">${words.recoverSecondLead}</p>
    ${ways.map((way, index) => html`${index > 0 ? html`<div class="else">${words.or}</div>` : ''} ${WAYS[way](view, index === 0)}`)}
    <p class="small">${named(words.recoverLost, 'brand', brand)}</p>
    ${more(toSignIn(view, words.recoverRemembered))}
  `;
};

const byPasskey = (view: RecoveryView, isFirst: boolean): Html => {
  const { words, path } = view;
  return html`<div data-with-passkeys hidden>
      <form
        method="post"
        action="${path}/recover/second"
        data-passkey="login"
        data-options="${path}/recover/second/options"
      >
        ${carried(view)} ${hidden('response', '')}
        <div class="actions">
          <button class="${isFirst ? '' : 'quiet'}">${KEY} ${words.recoverUsePasskey}</button>
        </div>
        <p
          class="wrong"
          role="alert"
          data-not-given="${words.recoverPasskeyNotGiven}"
          data-not-started="${words.recoverPasskeyNotGiven}"
          data-unreached="${words.passkeyUnreached}"
        ></p>
      </form>
    </div>
    ${withoutPasskeys(words, words.passkeyLoginNeedsScript)}`;
};

const byPhone = (view: RecoveryView, isFirst: boolean): Html => html`
  <form method="post" action="${view.path}/recover/second/approval">
    ${carried(view)}
    <div class="actions"><button class="${isFirst ? '' : 'quiet'}">${view.words.numTitle}</button></div>
  </form>
`;

const byTotp = (view: RecoveryView, isFirst: boolean): Html => html`
  <form method="post" action="${view.path}/recover/second/totp">
    ${carried(view)}
    <div class="fields">
      ${field({ name: 'second_code', label: view.words.totpCode, autocomplete: 'one-time-code', code: true, longest: 20, focus: isFirst })}
    </div>
    <div class="actions"><button class="${isFirst ? '' : 'quiet'}">${view.words.goOn}</button></div>
  </form>
`;

const byRecoveryCode = (view: RecoveryView): Html => html`
  <form method="post" action="${view.path}/recover/second/recovery-code">
    ${carried(view)} ${recoveryCodeField(view.words)}
    <div class="actions"><button class="quiet">${view.words.goOn}</button></div>
  </form>
`;

const WAYS = { passkey: byPasskey, approval: byPhone, totp: byTotp, recoveryCode: byRecoveryCode } as const;

/**
 * Shows the number to confirm on the phone. Without scripts, the user submits the form after answering on the phone.
 */
export const phoneView = (view: RecoveryView): Html => {
  const { words, path, number, types } = view;
  const base = `${path}/recover/second/approval`;
  return html`
    ${heading(view, words.numTitle, '2')} ${shownNumber(words, number, types)}
    <p class="waiting" role="status"><i aria-hidden="true"></i><span>${words.numWaiting}</span></p>
    <p class="small">${words.numNone}</p>
    <form method="post" action="${base}/continue" data-waits-for="${base}/state">
      ${carried(view)}
      <noscript
        ><div class="actions"><button class="quiet">${words.numAnswered}</button></div></noscript
      >
    </form>
    ${more(toSignIn(view, words.recoverRemembered))}
  `;
};

export const chooseView = (view: RecoveryView): Html => {
  const { words, path, passwordWrong } = view;
  return html`
    ${heading(view, words.recoverNewTitle, '3')}
    <p class="lead">${words.recoverNewLead}</p>
    <form method="post" action="${path}/recover/password">
      ${carried(view)}
      <div class="fields">${newPasswordField(words, passwordWrong)}</div>
      <div class="actions"><button>${words.recoverSave}</button></div>
      <p class="hint">${words.recoverEnds}</p>
    </form>
    <div data-with-passkeys hidden>
      <div class="else">${words.or}</div>
      <form
        method="post"
        action="${path}/recover/passkey"
        data-passkey="register"
        data-options="${path}/recover/passkey/options"
        data-needs="login"
      >
        ${carried(view, true)} ${hidden('response', '')}
        <button class="quiet">${KEY} ${words.passkeyInstead}</button>
        <p class="wrong" role="alert" data-not-made="${words.passkeyNotMade}"></p>
      </form>
    </div>
    ${more(toSignIn(view, words.recoverRemembered))}
  `;
};
