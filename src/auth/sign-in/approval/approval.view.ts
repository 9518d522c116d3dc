import { html, type Html } from '../../../shared/kernel/index.js';
import { alert, emphasised, filled, hidden } from '../../../shared/pages/index.js';
import type { Words } from '../../hosted-pages/words/en.js';

/** A checkbox that makes this browser count as the second factor for the given number of days. Not shown for 0 days. */
export const rememberBox = (words: Words, days = 0): Html =>
  days === 0
    ? html``
    : html`<label class="tick"
          ><input type="checkbox" name="remember" value="yes" aria-describedby="remember-hint" />
          <span>${filled(words.remember, { days: String(days) })}</span></label
        >
        <p class="hint" id="remember-hint">${words.rememberHint}</p>`;

export interface ApprovalView {
  readonly words: Words;
  /** The base path of the page's forms. */
  readonly base: string;
  readonly query?: string;
  readonly csrf: string;
  readonly userName: string;
  /** Number of days for which the browser can be remembered. */
  readonly rememberDays?: number;
  /** Links and forms for other ways to sign in, or to cancel. */
  readonly elsewhere: Html;
}

const begins = ({ words, userName }: ApprovalView): Html => html`
  <h1>${words.numTitle}</h1>
  <p class="lead">${emphasised(words.signedInAs, 'name', userName)}</p>
`;

const ends = ({ elsewhere }: ApprovalView): Html => html`<div class="more">${elsewhere}</div>`;

/**
 * A form that a script submits when the phone has answered. Without scripts, the page reloads itself, or the user
 * submits the form.
 */
const goOn = ({ words, base, query = '', csrf, rememberDays }: ApprovalView): Html => html`
  <form method="post" action="${base}/continue${query}" data-waits-for="${base}/state${query}">
    ${hidden('csrf', csrf)} ${rememberBox(words, rememberDays)}
    <noscript
      ><div class="actions"><button class="quiet">${words.numAnswered}</button></div></noscript
    >
  </form>
`;

export const shownNumber = (words: Words, number: string, types = false): Html => html`
  <div class="match">
    <p id="match">${types ? words.numType : words.numOn}</p>
    <p class="two" dir="ltr" aria-label="${filled(words.numSay, { number: number.split('').join(' ') })}" role="img">
      ${number}
    </p>
  </div>
`;

/** Shows the number to choose or type on the phone, until the phone has answered. */
export const numberView = (
  view: ApprovalView & { readonly number: string; readonly types: boolean; readonly devices: readonly string[] },
): Html => {
  const { words, number, types, devices } = view;
  const [device] = devices;
  const waiting =
    device !== undefined && devices.length === 1 ? emphasised(words.numWaitingFor, 'device', device) : words.numWaiting;
  return html`
    ${begins(view)} ${shownNumber(words, number, types)}
    <p class="waiting" role="status"><i aria-hidden="true"></i><span>${waiting}</span></p>
    <p class="small">${words.numNone}</p>
    ${goOn(view)} ${ends(view)}
  `;
};

/** Shown when the user has confirmed the correct number on the phone. */
export const approvedView = (view: ApprovalView): Html => {
  const { words, base, query = '', csrf, rememberDays } = view;
  return html`
    ${begins(view)}
    <p>${words.numRight}</p>
    <form method="post" action="${base}/continue${query}">
      ${hidden('csrf', csrf)} ${rememberBox(words, rememberDays)}
      <div class="actions"><button>${words.secondGoOn}</button></div>
    </form>
    ${ends(view)}
  `;
};

/**
 * Shown when the sign-in was not approved on the phone. The user may try again in some cases, but a refusal ends the
 * sign-in.
 */
export const endedView = (view: ApprovalView & { readonly problem: string; readonly mayRepeat: boolean }): Html => {
  const { words, base, query = '', csrf, problem, mayRepeat } = view;
  return html`
    ${begins(view)} ${alert(words, problem)}
    ${
      mayRepeat
        ? html`<form method="post" action="${base}${query}">
            ${hidden('csrf', csrf)}
            <div class="actions"><button>${words.numAgain}</button></div>
          </form>`
        : ''
    }
    ${ends(view)}
  `;
};
