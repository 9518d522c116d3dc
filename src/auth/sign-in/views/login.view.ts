import { html, type Html } from '../../../shared/kernel/index.js';
import { type Brand, emphasised, field, hidden, KEY, named } from '../../../shared/pages/index.js';
import type { Words } from '../../hosted-pages/words/en.js';

export interface LoginView {
  readonly words: Words;
  readonly brand: Brand;
  readonly title: string;
  /** The base path of the page's forms: `…/login`, `…/passkey`, `…/activate`. */
  readonly path: string;
  readonly csrf: string;
  readonly client?: string | undefined;
  readonly clientLogo?: string | null | undefined;
  readonly login: string;
  /** A message shown above the form. */
  readonly notice?: Html | undefined;
  readonly mayCancel?: boolean;
  readonly mayActivate?: boolean;
  /** Whether users of this client sign in with passkeys only. */
  readonly onlyPasskeys?: boolean;
  readonly mayRecover?: boolean;
  /**
   * Whether the page is a preview. A preview runs no scripts, so it shows the parts that a script would otherwise make
   * visible.
   */
  readonly isPreview?: boolean;
  readonly hiddenFields?: readonly Html[];
  /**
   * Buttons for the users whom the browser remembers. If there are any, the login form is collapsed until the user
   * opens it.
   */
  readonly accounts?: Html | undefined;
  /** URL of the page on which users can undo a change of their email address. */
  readonly undoAddress?: string;
  /** URL of the page on which users can stop the replacement of a second factor. */
  readonly stopReplacement?: string;
}

/**
 * Renders the forms for a password, unless only passkeys are allowed, and for a passkey. A script shows the passkey
 * form if the browser supports passkeys.
 */
export const loginView = (view: LoginView): Html => {
  const { words, title, path, csrf, client, clientLogo, notice, hiddenFields = [] } = view;
  return html`
    ${clientLogo ? html`<div class="who"><img src="${clientLogo}" alt="" width="48" height="48" /></div>` : ''}
    <h1>${title}</h1>
    ${client === undefined ? '' : html`<p class="lead">${emphasised(words.continueTo, 'client', client)}</p>`}
    ${notice ?? ''} ${view.onlyPasskeys ? '' : choiceOrForm(view)}
    <div data-with-passkeys ${view.isPreview ? '' : html`hidden`}>
      ${view.onlyPasskeys ? '' : html`<div class="else">${words.or}</div>`}
      <form method="post" action="${path}/passkey" data-passkey="login" data-options="${path}/passkey/options">
        ${hidden('csrf', csrf)} ${hiddenFields} ${hidden('response', '')}
        <button class="quiet">${KEY} ${words.usePasskey}</button>
        <p
          class="wrong"
          role="alert"
          data-not-given="${words.passkeyNotGiven}"
          data-not-started="${words.passkeyNotStarted}"
          data-unreached="${words.passkeyUnreached}"
        ></p>
      </form>
    </div>
    ${view.isPreview ? '' : withoutPasskeys(words, words.passkeyLoginNeedsScript)}
    <div class="more">
      ${view.mayActivate ? html`<a href="${path}/activate">${words.haveCode}</a>` : ''}
      ${view.undoAddress === undefined ? '' : html`<a href="${view.undoAddress}">${words.addressUndo}</a>`}
      ${view.stopReplacement === undefined ? '' : html`<a href="${view.stopReplacement}">${words.replaceStop}</a>`}
      ${view.mayCancel ? cancelForm(words, path, csrf) : ''}
    </div>
  `;
};

const choiceOrForm = (view: LoginView): Html =>
  view.accounts === undefined
    ? byPassword(view)
    : html`${view.accounts}
        <details class="fold">
          <summary>${view.words.chooseOther}</summary>
          ${byPassword(view)}
        </details>`;

const byPassword = ({
  words,
  brand,
  path,
  csrf,
  login,
  notice,
  mayRecover,
  accounts,
  isPreview,
  hiddenFields = [],
}: LoginView): Html => html`
  <form method="post" action="${path}/login">
    ${hidden('csrf', csrf)} ${hiddenFields}
    <div class="fields">
      ${field({
        name: 'login',
        label: words.login,
        autocomplete: 'username webauthn',
        value: login,
        focus: !isPreview && login === '' && notice === undefined && accounts === undefined,
      })}
      ${field({ name: 'password', label: words.password, type: 'password', autocomplete: 'current-password', focus: login !== '' })}
    </div>
    <div class="actions"><button>${words.signIn}</button></div>
  </form>
  ${mayRecover ? html`<p class="small"><a href="${path}/recover">${words.recover}</a></p>` : forgotten(words, brand)}
`;

/** Shown when users cannot reset a forgotten password themselves, but must ask the enterprise. */
const forgotten = (words: Words, { name, links: { help } }: Brand): Html =>
  html`<p class="small">
    ${named(words.forgotPassword, 'brand', name)}
    ${help === undefined ? '' : html`<a href="${help}" target="_blank" rel="noopener">${words.askForHelp}</a>`}
  </p>`;

/**
 * Explains why there is no passkey button: the browser does not support passkeys, or it runs no scripts, so the page
 * cannot find out.
 */
export const withoutPasskeys = (words: Words, needsScript: string): Html =>
  html`<p class="small" data-without-passkeys hidden>${words.passkeysUnsupported}</p>
    <noscript><p class="small">${needsScript}</p></noscript>`;

export const cancelForm = (words: Words, path: string, csrf: string): Html =>
  html`<form method="post" action="${path}/cancel">
    ${hidden('csrf', csrf)}
    <button class="link">${words.cancel}</button>
  </form>`;

/** Asks the user to confirm the logout, because another site may have sent the browser here. */
export const logoutView = (words: Words, action: string, xsrf: string): Html => html`
  <h1>${words.logoutTitle}</h1>
  <p class="lead">${words.logoutText}</p>
  <form method="post" action="${action}">
    ${hidden('xsrf', xsrf)}
    <div class="actions">
      <button name="logout" value="yes">${words.logoutYes}</button>
      <button class="quiet">${words.logoutNo}</button>
    </div>
  </form>
`;
