import { html, type Html } from '../../../shared/kernel/index.js';
import { alert, emphasised, filled, hidden } from '../../../shared/pages/index.js';
import type { Words } from '../../hosted-pages/words/en.js';
import { cancelForm } from '../views/login.view.js';

export interface ApprovalView {
  readonly words: Words;
  /** The base path of the sign-in. */
  readonly path: string;
  readonly csrf: string;
  readonly userName: string;
  /** Whether the user has another factor. */
  readonly hasOtherWay: boolean;
}

const begins = ({ words, userName }: ApprovalView): Html => html`
  <h1>${words.numTitle}</h1>
  <p class="lead">${emphasised(words.signedInAs, 'name', userName)}</p>
`;

const ends = ({ words, path, csrf, hasOtherWay }: ApprovalView): Html => html`
  <div class="more">
    ${hasOtherWay ? html`<a href="${path}">${words.numOtherWay}</a>` : ''} ${cancelForm(words, path, csrf)}
  </div>
`;

/** A form that a script sends when the phone has answered. Without scripts the page loads itself anew. */
const goOn = ({ words, path, csrf }: ApprovalView): Html => html`
  <form method="post" action="${path}/second/approval/continue" data-waits-for="${path}/second/approval/state">
    ${hidden('csrf', csrf)}
    <noscript
      ><div class="actions"><button class="quiet">${words.numAnswered}</button></div></noscript
    >
  </form>
`;

export const shownNumber = (words: Words, number: string): Html => html`
  <div class="match">
    <p id="match">${words.numOn}</p>
    <p class="two" dir="ltr" aria-label="${filled(words.numSay, { number: number.split('').join(' ') })}" role="img">
      ${number}
    </p>
  </div>
`;

/** The number of the page, until the phone has answered. */
export const numberView = (
  view: ApprovalView & { readonly number: string; readonly devices: readonly string[] },
): Html => {
  const { words, number, devices } = view;
  const [device] = devices;
  const waiting =
    device !== undefined && devices.length === 1 ? emphasised(words.numWaitingFor, 'device', device) : words.numWaiting;
  return html`
    ${begins(view)} ${shownNumber(words, number)}
    <p class="waiting" role="status"><i aria-hidden="true"></i><span>${waiting}</span></p>
    <p class="small">${words.numNone}</p>
    ${goOn(view)} ${ends(view)}
  `;
};

/** The phone has answered with the right number. */
export const approvedView = (view: ApprovalView): Html => {
  const { words, path, csrf } = view;
  return html`
    ${begins(view)}
    <p>${words.numRight}</p>
    <form method="post" action="${path}/second/approval/continue">
      ${hidden('csrf', csrf)}
      <div class="actions"><button>${words.secondGoOn}</button></div>
    </form>
    ${ends(view)}
  `;
};

/** Nothing was approved. After a refusal, this sign-in has ended. */
export const endedView = (view: ApprovalView & { readonly problem: string; readonly mayRepeat: boolean }): Html => {
  const { words, path, csrf, problem, mayRepeat } = view;
  return html`
    ${begins(view)} ${alert(words, problem)}
    ${
      mayRepeat
        ? html`<form method="post" action="${path}/second/approval">
            ${hidden('csrf', csrf)}
            <div class="actions"><button>${words.numAgain}</button></div>
          </form>`
        : ''
    }
    ${ends(view)}
  `;
};
