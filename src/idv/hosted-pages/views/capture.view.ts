import { html, type Html } from '../../../shared/kernel/index.js';
import { filled } from '../../../shared/pages/index.js';
import type { DocumentFault } from '../../engines/engine.port.js';
import { reasonFacts, reasons } from '../../sessions/rules/reasons.js';
import type { Attempted } from '../../sessions/rules/session-step.js';
import type { Words } from '../words/en.js';
import { typeName } from './document.view.js';
import { documentExamples } from '../drawings/examples.js';
import { guideOver, type Shape } from '../drawings/guides.js';
import { drawing, form, reasonIn, SESSION, stepPage, type SessionView } from './step.view.js';

export interface CaptureView extends SessionView {
  readonly side: 'front' | 'back';
  readonly type: string;
  /** Whether this browser is on a phone, so that continuing on a phone need not be offered. */
  readonly onPhone: boolean;
}

export const PICTURES = 'image/jpeg,image/png,image/heic,image/heif';
const FILES = `${PICTURES},application/pdf`;
export const CAMERA = '<path d="M3 8.5A1.5 1.5 0 0 1 4.5 7H7l1.5-2h7L17 7h2.5A1.5 1.5 0 0 1 21 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5z"/><circle cx="12" cy="13" r="3.5"/>'; // oxfmt-ignore
const FILE = '<path d="M12 16V5M8 8.5 12 4.5l4 4M4 15.5V18a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2.5"/>';
export const PHONE = '<rect x="7" y="2.5" width="10" height="19" rx="2.2"/><path d="M11 18.5h2"/>';

/**
 * The page for taking a picture of one side. Its script shows one section (`data-in`) at a time, without loading a new
 * page.
 */
export function captureView(view: CaptureView): Html {
  const { words } = view.language;
  const { side, type } = view;
  const title = side === 'back' ? words.captureBack : type === 'passport' ? words.capturePage : words.captureFront;
  const shape = type === 'passport' ? 'page' : 'card';
  const content = html`
    <section
      class="capture"
      data-capture="document"
      data-shape="${shape}"
      data-send="${SESSION}/pictures/${side}"
      data-csrf="${view.csrf}"
      data-words="${JSON.stringify(wordsOf(words))}"
      data-reasons="${JSON.stringify(ofDocument(view))}"
    >
      ${troubleNote(words)} ${heard()}
      <div data-in="choose" hidden>
        ${documentExamples(words, side === 'front' && shape === 'page' ? 'page' : side)}
        <div class="actions">
          <button type="button" data-do="camera" data-part="focus">${drawing(CAMERA)}${words.useCamera}</button>
          ${upload(words)}
        </div>
        <p class="hint">${words.uploadHint}</p>
      </div>
      <div data-in="camera" hidden>
        <p class="scene-title" aria-hidden="true">${title}</p>
        ${finder(words, shape)}
        <div class="actions">
          <button type="button" data-do="take" data-part="focus">${words.takeNow}</button>
          ${upload(words)}
        </div>
        <p class="hint">${words.takesItself}</p>
        <div class="more"><button type="button" class="link" data-do="back">${words.back}</button></div>
      </div>
      <div data-in="preview" hidden>
        <h2 tabindex="-1" data-part="focus">${words.checkPicture}</h2>
        <p class="lead">${words.checkPictureLead}</p>
        <div class="taken" data-preview></div>
        <div class="actions">
          <button type="button" data-do="send">${words.usePicture}</button>
          <button type="button" class="quiet" data-do="back">${words.anotherPicture}</button>
        </div>
      </div>
      ${sending(words)} ${notAccepted(words)}
      <div data-in="choose">
        ${view.onPhone ? '' : phoneForm(view)}
        <div class="more">${form(view, 'another', html`<button class="link">${words.anotherDocument}</button>`)}</div>
      </div>
    </section>
    <noscript><p class="note bad">${words.needsScript}</p></noscript>
  `;
  const lead = filled(words.captureLead, { document: typeName(words, type) });
  return stepPage(view, { stage: 'document', title, lead: side === 'front' ? lead : undefined, content });
}

/**
 * Shows a picture that was refused. A script shows one of the buttons `again` and `on`: `again` lets the user take this
 * side again; `on` loads the page of the session's current step, if the session has gone to another step.
 */
const notAccepted = (words: Words): Html =>
  html`<div data-in="failed" hidden>
    <div class="taken" data-failed></div>
    <div class="actions">
      <button type="button" data-do="again">${words.tryAgain}</button>
      <button type="button" data-do="on">${words.tryAgain}</button>
    </div>
  </div>`;

const wordsOf = (words: Words): Readonly<Record<string, string>> => ({
  ...hints(words),
  ...troubles(words),
  taken: words.taken,
  blank: words.pictureBlank,
  triesLeft: words.triesLeft,
});

/**
 * Messages for the reasons why a picture of the document is refused. Two of the messages say that the picture seems to
 * show the other side of the document.
 */
function ofDocument({ language: { words }, side, type }: CaptureView): Readonly<Record<string, string>> {
  const hasBack = type !== 'passport';
  return {
    ...reasonsOf(words, 'document'),
    ...(side === 'front' && hasBack && { portrait_missing: words.looksLikeBack }),
    ...(side === 'back' && ({ front_again: words.looksLikeFront } satisfies Partial<Record<DocumentFault, string>>)),
  };
}

/** For each reason why an attempt at the given step can fail, the message to the user. */
export const reasonsOf = (words: Words, step: Attempted): Readonly<Record<string, string>> =>
  Object.fromEntries(
    reasons
      .filter((reason) => 'attempt' in reasonFacts[reason] && reasonFacts[reason].attempt === step)
      .map((reason) => [reason, reasonIn(words, reason)]),
  );

/** The live camera view with its guide and hint, the torch button, and the choice of camera. */
export const finder = (words: Words, shape: Shape): Html =>
  html`<div class="finder ${shape}">
      <video playsinline muted aria-hidden="true" tabindex="-1"></video>
      ${guideOver(shape)}
      <p class="chip" data-hint-text aria-hidden="true"></p>
      <button type="button" class="torch" data-torch aria-pressed="false" hidden>${words.light}</button>
    </div>
    <label class="cameras" hidden>
      <span>${words.camera}</span>
      <select class="text" data-cameras></select>
    </label>`;

/** Shows the progress of an upload, and lets the user retry it after a failure. */
export const sending = (words: Words): Html =>
  html`<div data-in="sending unsent" hidden>
    <p class="progress" data-progress aria-hidden="true">${words.sending}</p>
    <progress max="1" aria-label="${words.sending}"></progress>
    <div class="actions" data-in="unsent" hidden>
      <button type="button" data-do="send">${words.sendAgain}</button>
      <button type="button" class="quiet" data-do="back">${words.anotherPicture}</button>
    </div>
  </div>`;

export const upload = (words: Words, text = words.upload, files = FILES): Html =>
  html`<label class="button quiet file">
    ${drawing(FILE)}<span>${text}</span>
    <input type="file" class="unseen" accept="${files}" />
  </label>`;

/** An invisible element that screen readers announce. A script writes the progress into it. */
export const heard = (): Html => html`<p class="unseen" role="status" data-heard></p>`;

export const troubleNote = (words: Words): Html =>
  html`<div class="note bad" role="alert" tabindex="-1" data-trouble hidden>
    <strong>${words.problem}</strong> <span data-trouble-text></span>
  </div>`;

export const phoneForm = (view: SessionView): Html => {
  const { words } = view.language;
  const button = html`<button class="quiet">${drawing(PHONE)}${words.onPhone}</button>`;
  return html`<div class="else">${words.or}</div>
    ${form(view, 'handover', button)}
    <p class="hint">${words.onPhoneHint}</p>`;
};

const hints = (words: Words): Readonly<Record<string, string>> => ({
  place: words.hintPlace,
  dark: words.hintDark,
  bright: words.hintBright,
  closer: words.hintCloser,
  away: words.hintAway,
  align: words.hintAlign,
  straighten: words.hintStraighten,
  glare: words.hintGlare,
  glareTop: words.hintGlareTop,
  glareBottom: words.hintGlareBottom,
  glareLeft: words.hintGlareLeft,
  glareRight: words.hintGlareRight,
  moving: words.hintStill,
  blurred: words.hintBlurred,
  good: words.hintGood,
});

/** Messages about the camera, the chosen file and the upload, by the names that the page's script uses for them. */
export const troubles = (words: Words): Readonly<Record<string, string>> => ({
  opening: words.opening,
  refused: words.cameraRefused,
  missing: words.cameraMissing,
  unanswering: words.cameraBusy,
  heic: words.fileHeic,
  pdf: words.filePdf,
  unreadable: words.fileUnreadable,
  small: words.fileSmall,
  sending: words.sending,
  sentSize: words.sentSize,
  checking: words.checking,
  offline: words.offline,
  slow: words.takesLonger,
  unfinished: words.unfinished,
  notTaken: words.notTaken,
});
