import { html, type Html } from '../../../shared/kernel/index.js';
import { alert, dated, emphasised, filled, hidden, KEY, named, notice } from '../../../shared/pages/index.js';
import type { ShownRecovery } from '../../credentials/lost-factor/factor-recoveries.service.js';
import type { NewTotp } from '../../credentials/totp/totp.service.js';
import type { Language } from '../../hosted-pages/words/languages.js';
import { spoken } from '../views/consent.view.js';
import { withoutPasskeys } from '../views/login.view.js';
import { totpSetup } from '../views/second-factor.view.js';

export interface LostFactorView {
  readonly language: Language;
  /** The path of the sign-in page: `/service/interaction/{uid}`. */
  readonly path: string;
  readonly csrf: string;
  readonly brand: string;
  readonly userName: string;
  readonly shown: ShownRecovery | undefined;
  readonly hasRecoveryCode: boolean;
  /**
   * Hours to wait between a successful identity check and the replacement. Undefined if no identity check is offered.
   */
  readonly waitHours: number | undefined;
  readonly problem: string | undefined;
}

const begins = ({ language: { words }, userName, problem }: LostFactorView, title: string): Html => html`
  <h1>${title}</h1>
  <p class="lead">${emphasised(words.signedInAs, 'name', userName)}</p>
  ${problem === undefined ? '' : alert(words, problem)}
`;

const back = ({ path, language: { words } }: LostFactorView): Html =>
  html`<div class="more"><a href="${path}">${words.lostBack}</a></div>`;

/** Lists the ways to continue without the lost factor, fastest first. */
export const chooseView = (view: LostFactorView): Html => {
  const { language, path, brand, hasRecoveryCode, shown } = view;
  const { words } = language;
  return html`
    ${begins(view, words.lostTitle)} ${shown?.state === 'checking' ? notice(words.lostChecking) : ''}
    ${shown?.state === 'elsewhere' ? alert(words, words.lostElsewhere) : ''}
    ${hasRecoveryCode ? html`<p><a class="button quiet" href="${path}">${words.codesUse}</a></p>` : ''}
    ${shown?.state === 'elsewhere' ? stopForm(view) : byIdentity(view)}
    <p class="small">${named(words.lostNone, 'brand', brand)}</p>
    ${back(view)}
  `;
};

const byIdentity = ({ language, path, csrf, waitHours }: LostFactorView): Html => {
  if (waitHours === undefined) return html``;
  const { words, locale } = language;
  return html`<form method="post" action="${path}/second/lost/identity">
    ${hidden('csrf', csrf)}
    <div class="actions"><button aria-describedby="identity-hint">${words.lostIdentity}</button></div>
    <p class="hint" id="identity-hint">
      ${filled(words.lostIdentityText, { time: spoken(waitHours * 3_600, locale) })}
    </p>
  </form>`;
};

const stopForm = ({ language: { words }, path, csrf }: LostFactorView): Html => html`
  <form method="post" action="${path}/second/lost/stop">
    ${hidden('csrf', csrf)}
    <div class="actions"><button class="quiet">${words.lostStop}</button></div>
  </form>
`;

/** Says that the identity is confirmed, and that the user can continue after the waiting period. */
export const waitView = (view: LostFactorView & { readonly readyAt: Date }): Html => {
  const { language, brand, readyAt } = view;
  const { words } = language;
  return html`
    ${begins(view, words.factorWaitTitle)}
    <p>${words.waitLead}</p>
    <p role="status">
      <strong>${dated(words.waitUntil, readyAt, language, true)}</strong>
    </p>
    <p>${words.waitBrowser}</p>
    <p class="small">${named(words.waitHelp, 'brand', brand)}</p>
    ${stopForm(view)} ${back(view)}
  `;
};

/** Lets the user set up a new factor, which replaces all previous ones. */
export const replaceView = (view: LostFactorView & { readonly made: NewTotp | undefined }): Html => {
  const { language, path, csrf, made } = view;
  const { words } = language;
  const base = `${path}/second/lost`;
  return html`
    ${begins(view, words.lostReadyTitle)}
    <p>${words.lostReady}</p>
    <div data-with-passkeys hidden>
      <form method="post" action="${base}/passkey" data-passkey="register" data-options="${base}/passkey/options">
        ${hidden('csrf', csrf)} ${hidden('response', '')}
        <button aria-describedby="passkey-hint">${KEY} ${words.passkeyMake}</button>
        <p class="hint" id="passkey-hint">${words.passkeysLead}</p>
        <p class="wrong" role="alert" data-not-made="${words.passkeyNotMadeOnly}"></p>
      </form>
      ${made === undefined ? '' : html`<div class="else">${words.or}</div>`}
    </div>
    ${withoutPasskeys(words, words.passkeyNeedsScript)}
    ${made === undefined ? '' : totpSetup({ words, csrf, action: `${base}/totp`, made })} ${stopForm(view)}
  `;
};
