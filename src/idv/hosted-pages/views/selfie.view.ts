import { faceFaults } from '@countersign/identity-engine';
import { html, type Html } from '../../../shared/kernel/index.js';
import { filled, named } from '../../../shared/pages/index.js';
import type { Words } from '../words/en.js';
import {
  CAMERA,
  finder,
  heard,
  phoneForm,
  PICTURES,
  reasonsOf,
  sending,
  troubleNote,
  troubles,
  upload,
} from './capture.view.js';
import { faceExamples } from '../drawings/examples.js';
import { drawing, form, SESSION, stepPage, type SessionView } from './step.view.js';

export interface SelfieView extends SessionView {
  readonly onPhone: boolean;
  /**
   * Whether the enterprise has reviewers. Without reviewers, neither a still picture nor a selfie without the required
   * colours is accepted.
   */
  readonly review: boolean;
  /**
   * Whether the face should reflect the colours of the screen. If it does not, the selfie may be reviewed or refused.
   */
  readonly needsLight: boolean;
}

/** The page for recording the selfie with its challenge or, if the user prefers, for taking a still picture. */
export function selfieView(view: SelfieView): Html {
  const { words } = view.language;
  const content = html`
    <section
      class="capture"
      data-capture="selfie"
      data-send="${SESSION}"
      data-csrf="${view.csrf}"
      data-words="${JSON.stringify({ ...movements(words), ...troubles(words), ...lights(words), ...seen(words) })}"
      data-reasons="${JSON.stringify({ ...reasonsOf(words, 'selfie'), ...faultsIn(words) })}"
    >
      ${troubleNote(words)} ${heard()}
      <div data-in="choose" hidden>
        ${faceExamples(words)}
        <p class="small">${words.selfieLight}</p>
        <div class="actions">
          <button type="button" data-do="camera" data-part="focus">${drawing(CAMERA)}${words.selfieStart}</button>
        </div>
      </div>
      <div data-in="camera" hidden>
        <p class="scene-title" aria-hidden="true">${words.selfieTitle}</p>
        ${finder(words, 'oval')}
        <p class="hint" data-light aria-hidden="true"></p>
        <div class="more">
          <button type="button" class="link" data-do="back" data-part="focus">${words.back}</button>
        </div>
      </div>
      <div data-in="failed" hidden>
        <div class="taken" data-failed></div>
        <div class="actions"><button type="button" data-do="again">${words.tryAgain}</button></div>
      </div>
      <div data-in="choose failed" hidden>${withoutLight(view)} ${withoutMovements(view)}</div>
      ${sending(words)} ${view.onPhone ? '' : html`<div data-in="choose">${phoneForm(view)}</div>`}
    </section>
    <noscript><p class="note bad">${words.needsScript}</p></noscript>
  `;
  return stepPage(view, { stage: 'face', title: words.selfieTitle, lead: words.selfieLead, content });
}

/**
 * Lets the user record the selfie without changing colours on the screen, which some users must avoid. If the colours
 * are required and there are no reviewers, it offers another way to be verified.
 */
const withoutLight = (view: SelfieView): Html => {
  const {
    needsLight,
    review,
    language: { words },
  } = view;
  return html`<details class="fold">
    <summary>${words.selfieUnlit}</summary>
    ${
      needsLight && !review
        ? otherWay(view, words.selfieNoUnlit)
        : html`<p class="small">${needsLight ? words.selfieUnlitReview : words.selfieUnlitHint}</p>
            <div class="actions">
              <button type="button" class="quiet" data-do="unlit">${words.selfieUnlitStart}</button>
            </div>`
    }
  </details>`;
};

/**
 * Lets users who cannot or do not want to move their head take a still picture. If the enterprise has no reviewers, it
 * offers another way to be verified instead.
 */
const withoutMovements = (view: SelfieView): Html => {
  const {
    review,
    failed,
    language: { words },
  } = view;
  return html`<details
    class="fold"
    data-open-after="liveness_failed"
    ${failed?.reason === 'liveness_failed' ? html`open` : ''}
  >
    <summary>${words.selfieStill}</summary>
    ${
      review
        ? html`<p class="small">${words.selfieStillHint}</p>
            <div class="actions">
              <button type="button" class="quiet" data-do="still">${words.selfieStillLit}</button>
              <button type="button" class="quiet" data-do="still-unlit">${words.selfieStillUnlit}</button>
              ${upload(words, words.selfieUpload, PICTURES)}
            </div>`
        : otherWay(view, words.selfieNoStill)
    }
  </details>`;
};

/**
 * Lets the user end the session because no way of taking the selfie suits them. The enterprise gets the reason
 * `other_way_needed`.
 */
const otherWay = (view: SelfieView, why: string): Html => {
  const {
    enterprise,
    language: { words },
  } = view;
  const text = filled(words.selfieOtherWay, { enterprise });
  const button = html`<button class="quiet">${text}</button>`;
  return html`<p class="small">${named(why, 'enterprise', enterprise)}</p>
    ${form(view, 'other-way', button)}`;
};

const movements = (words: Words): Readonly<Record<string, string>> => ({
  look_straight: words.moveAhead,
  turn_left: words.moveLeft,
  turn_right: words.moveRight,
  look_up: words.moveUp,
  open_mouth: words.moveMouth,
  smile: words.moveSmile,
  colours: words.moveColours,
});

const seen = (words: Words): Readonly<Record<string, string>> => ({
  place: words.facePlace,
  align: words.faceCentre,
  closer: words.faceCloser,
  away: words.faceAway,
  seen: words.movementSeen,
  taken: words.selfieTaken,
  face: words.selfieYou,
  triesLeft: words.triesLeft,
});

/**
 * Messages for specific faults in the picture of a face, such as poor lighting. They tell the user more than the
 * general reason does.
 */
const faultsIn = (words: Words): Readonly<Record<string, string>> =>
  Object.fromEntries(faceFaults.map((fault) => [fault, words[`fault_${fault}`]]));

const lights = (words: Words): Readonly<Record<string, string>> => ({
  dark: words.hintDark,
  bright: words.hintBright,
  moving: words.hintStill,
});
