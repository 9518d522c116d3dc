import { html, type Html } from '../../../shared/kernel/index.js';
import { alert, field, named, qrCode } from '../../../shared/pages/index.js';
import type { Language } from '../words/languages.js';
import { drawing, form, idleDialog, SESSION, type SessionView } from './step.view.js';
import { PHONE } from './capture.view.js';

export interface Followed extends SessionView {
  /** The version of this page. A script reloads the page when the server has a newer version. */
  readonly version: string;
}

/** The page on the desktop until a phone has opened the handover link. */
export function handoverView(view: Followed & { readonly link: string }): Html {
  const { words } = view.language;
  return html`
    <h1>${words.handoverTitle}</h1>
    <p class="lead">${words.handoverScan}</p>
    <div class="qr">${qrCode(view.link)}</div>
    <div class="fields">
      <div>
        <label for="link">${words.handoverLink}</label>
        <input class="text" id="link" value="${view.link}" readonly dir="ltr" autocomplete="off" />
      </div>
    </div>
    <div class="actions">
      <button
        type="button"
        class="quiet"
        data-copies="link"
        data-copied="${words.copied}"
        data-not-copied="${words.notCopied}"
        hidden
      >
        ${words.copyLink}
      </button>
      <span class="hint" role="status"></span>
    </div>
    <p class="hint">${words.handoverOnce}</p>
    ${waiting(view, words.handoverWaiting)}
    <div class="more">${form(view, 'handover/stay', html`<button class="link">${words.stayHere}</button>`)}</div>
    ${idleDialog(view)}
  `;
}

/**
 * Asks on the desktop for the number shown by the phone that has opened the link. Only somebody who sees both screens
 * knows the number.
 */
export function numberView(view: Followed): Html {
  const { words } = view.language;
  return html`
    <h1>${words.numberTitle}</h1>
    <p class="lead">${words.numberLead}</p>
    ${form(
      view,
      'handover/confirm',
      html`<div class="fields">
          ${field({
            name: 'number',
            label: words.numberLabel,
            autocomplete: 'off',
            hint: words.numberHint,
            code: true,
            focus: true,
            longest: 2,
          })}
        </div>
        <div class="actions"><button>${words.numberConfirm}</button></div>`,
    )}
    <div class="more">${form(view, 'handover/stay', html`<button class="link">${words.stayHere}</button>`)}</div>
    ${idleDialog(view)}
  `;
}

type Watching = Pick<Followed, 'language' | 'version'>;

/** Shows the number on the phone until the user has entered it on the desktop. */
export const phoneView = (view: Watching & { readonly number: string }): Html => {
  const { words } = view.language;
  return html`
    <h1>${words.phoneTitle}</h1>
    <p class="number" dir="ltr">${view.number}</p>
    <p class="lead">${words.phoneText}</p>
    ${waiting(view, words.kycTitle)}
  `;
};

/** The page on the desktop while the session continues on the phone. */
export const followView = (view: Watching): Html => {
  const { words } = view.language;
  return html`
    <div class="symbol">${drawing(PHONE)}</div>
    <h1>${words.followTitle}</h1>
    <p class="lead">${words.followText}</p>
    ${waiting(view, words.kycTitle)}
  `;
};

/** The page that is shown while the enterprise decides whether to accept the user. */
export const kycView = (view: Followed): Html => {
  const { words } = view.language;
  return html`
    <h1>${words.kycTitle}</h1>
    <p class="lead">${named(words.kycText, 'enterprise', view.enterprise)}</p>
    ${waiting(view, words.checking)} ${idleDialog(view)}
  `;
};

/**
 * Shows that the page is waiting. A script reloads the page when the session has changed; without scripts, the user
 * presses a button.
 */
export const waiting = ({ language: { words }, version }: Watching, text: string): Html =>
  html`<p class="waiting" role="status" data-version="${version}"><i aria-hidden="true"></i>${text}</p>
    <noscript
      ><div class="actions"><a class="button quiet" href="${SESSION}">${words.lookAgain}</a></div></noscript
    >`;

export const numberWrong = ({ words }: Language): Html => alert(words, words.numberWrong);
