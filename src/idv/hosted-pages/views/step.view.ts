import { html, Html } from '../../../shared/kernel/index.js';
import { alert, CHECK, filled, hidden } from '../../../shared/pages/index.js';
import type { Language } from '../words/languages.js';
import type { Words } from '../words/en.js';

/** The path of all pages of a session that has started. */
export const SESSION = '/IdvWebServer/session';

export type Stage = 'document' | 'face' | 'agree';
const STAGES = { document: 'stageDocument', face: 'stageFace', agree: 'stageAgree' } as const;

/** The data that the pages of all steps need. */
export interface SessionView {
  readonly language: Language;
  readonly csrf: string;
  /** The name of the enterprise that requests the verification. */
  readonly enterprise: string;
  readonly test: boolean;
  /** Whether a real engine judges the pictures in test mode, instead of the sandbox, which accepts every picture. */
  readonly checksSpecimens?: boolean;
  /** The number of seconds until the session expires if the user does nothing. */
  readonly secondsLeft: number;
  /**
   * Why the last attempt at this step failed, and how many attempts are left. `left` is undefined if another attempt
   * with the same document would fail too.
   */
  readonly failed?: { readonly reason: string; readonly left: number | undefined } | undefined;
  /** A message that is shown above the content of the page. */
  readonly notice?: Html | undefined;
}

interface Step {
  readonly stage: Stage;
  readonly title: string;
  readonly lead?: string | undefined;
  readonly content: Html;
}

/** The page of one step, with the progress, the task, and a way to cancel. */
export function stepPage(view: SessionView, { stage, title, lead, content }: Step): Html {
  const { words } = view.language;
  return html`
    ${stages(words, stage)} ${testNote(view)}
    <h1>${title}</h1>
    ${lead === undefined ? '' : html`<p class="lead">${lead}</p>`} ${view.notice ?? ''}
    ${view.failed ? alert(words, failure(words, view.failed)) : ''} ${content} ${cancelling(view)} ${idleDialog(view)}
  `;
}

export function testNote({ test, checksSpecimens, language: { words } }: TestView): Html {
  return test ? html`<p class="note test">${checksSpecimens ? words.testModeChecked : words.testMode}</p>` : html``;
}
type TestView = Pick<SessionView, 'test' | 'checksSpecimens' | 'language'>;

/** A form that posts to a path of the session and contains the CSRF token, for example `form(view, 'consent', …)`. */
export const form = ({ csrf }: Pick<SessionView, 'csrf'>, path: string, content: Html): Html =>
  html`<form method="post" action="${SESSION}/${path}">${hidden('csrf', csrf)} ${content}</form>`;

/** Returns the message for the reason why a step failed. */
export const reasonIn = (words: Words, reason: string): string => {
  const known: Readonly<Record<string, string>> = words;
  return /^[a-z]+(_[a-z]+)+$/.test(reason) ? (known[reason] ?? words.otherReason) : words.otherReason;
};

const failure = (words: Words, { reason, left }: NonNullable<SessionView['failed']>): string =>
  reasonIn(words, reason) + (left === undefined ? '' : ` ${filled(words.triesLeft, { count: String(left) })}`);

function stages(words: Words, present: Stage): Html {
  const all = Object.keys(STAGES) as Stage[];
  const at = all.indexOf(present);
  const items = all.map((stage, index) => {
    const state = index < at ? 'past' : index === at ? 'present' : 'ahead';
    const sign = state === 'past' ? html`${CHECK}<span class="unseen">${words.stageDone}</span>` : html``;
    return html`<li class="${state}" ${index === at ? html`aria-current="step"` : ''}>
      <span>${words[STAGES[stage]]}</span>${sign}
    </li>`;
  });
  return html`<ol class="stages" aria-label="${words.stages}">
    ${items}
  </ol>`;
}

const cancelling = (view: SessionView): Html => {
  const { words } = view.language;
  return html`<details class="fold leave">
    <summary>${words.cancelVerification}</summary>
    <p class="small">${words.cancelText}</p>
    ${form(view, 'cancel', html`<button class="quiet slim">${words.cancelNow}</button>`)}
  </details>`;
};

/** Asks whether the user is still there. A script opens the dialog two minutes before the session ends. */
export const idleDialog = ({ csrf, secondsLeft, language: { words } }: SessionView): Html =>
  html`<dialog data-seconds="${secondsLeft}" data-csrf="${csrf}" aria-labelledby="idle" aria-describedby="idle-text">
    <h2 id="idle">${words.idleTitle}</h2>
    <p id="idle-text">${words.idleText}</p>
    <button type="button">${words.stay}</button>
  </dialog>`;

/** An icon drawn in lines. `path` is SVG content in a 24 by 24 view box. */
export const drawing = (path: string): Html =>
  new Html(
    '<svg class="drawing" width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" ' +
      `stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`,
  );
