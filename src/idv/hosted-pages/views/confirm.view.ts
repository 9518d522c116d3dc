import { html, type Html } from '../../../shared/kernel/index.js';
import { emphasised, longDate } from '../../../shared/pages/index.js';
import type { Language } from '../words/languages.js';
import type { ChipFindings } from '../../evidence/session-findings.js';
import { chipSeal } from '../chip/chip.view.js';
import { countryName, typeName } from './document.view.js';
import { form, stepPage, type SessionView } from './step.view.js';

/** The data read from a document. Fields that the document does not have are absent. */
export interface ReadDocument {
  readonly type: string;
  readonly country: string;
  readonly lastName?: string | undefined;
  readonly firstName?: string | undefined;
  /** The date of birth, in the form `yyyy-MM-dd`. */
  readonly birthDate?: string | undefined;
  readonly number?: string | undefined;
  readonly expiryDate?: string | undefined;
}

/**
 * Asks the user to confirm the data that was read. It cannot be edited: a user who finds a mistake takes new pictures.
 */
export function confirmView(
  view: SessionView & { readonly document: ReadDocument; readonly chip?: ChipFindings | undefined },
): Html {
  const { words } = view.language;
  const { chip, document } = view;
  const state = countryName(view.language, document.country);
  const content = html`
    ${chip ? chipSeal(view.language, state, chip.level === 'genuine_chip') : ''}
    <dl class="facts read">${rows(view.language, document)}</dl>
    ${form(
      view,
      'confirmation',
      html`<div class="actions">
        <button name="answer" value="confirm">${words.confirmYes}</button>
        <button class="quiet" name="answer" value="retake">${words.confirmNo}</button>
      </div>`,
    )}
  `;
  const lead = chip ? words.chipConfirmLead : words.confirmLead;
  return stepPage(view, { stage: 'document', title: words.confirmTitle, lead, content });
}

function rows(language: Language, document: ReadDocument): Html[] {
  const { words } = language;
  const { type, country, lastName, firstName, birthDate, number, expiryDate } = document;
  const facts: readonly (readonly [label: string, value: string | undefined])[] = [
    [words.lastName, lastName],
    [words.firstName, firstName],
    [words.birthDate, dayIn(language, birthDate)],
    [words.documentKind, typeName(words, type)],
    [words.documentCountry, countryName(language, country)],
    [words.documentNumber, number],
    [words.expiry, dayIn(language, expiryDate)],
  ];
  return facts.flatMap(([label, value]) =>
    value === undefined || value === ''
      ? []
      : html`<div>
          <dt>${label}</dt>
          <dd><bdi>${value}</bdi></dd>
        </div>`,
  );
}

function dayIn(language: Language, day: string | undefined): string | undefined {
  const date = new Date(`${day ?? ''}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return longDate(language, date);
}

/**
 * Asks whether the result may be shared with the enterprise and, as a separate choice, whether the selfie may be
 * stored.
 */
export function optInView(view: SessionView & { readonly offersFace: boolean }): Html {
  const { words } = view.language;
  const content = html`
    <p class="lead">${emphasised(words.optInLead, 'enterprise', view.enterprise)}</p>
    <ul class="plain-list">
      <li>${words.optInResult}</li>
      <li>${words.optInData}</li>
    </ul>
    ${form(
      view,
      'opt-in',
      html`${view.offersFace ? faceChoice(view) : ''}
        <div class="actions">
          <button name="agreed" value="yes">${words.optInAgree}</button>
          <button class="quiet" name="agreed" value="no">${words.optInRefuse}</button>
        </div>`,
    )}
    <p class="small">${emphasised(words.optInNote, 'enterprise', view.enterprise)}</p>
  `;
  return stepPage(view, { stage: 'agree', title: words.optInTitle, content });
}

const faceChoice = ({ language: { words } }: SessionView): Html =>
  html`<div class="choice">
    <input type="checkbox" id="keepFace" name="keepFace" value="yes" aria-describedby="keepFace-hint" />
    <label for="keepFace">${words.keepFace}</label>
    <p class="hint" id="keepFace-hint">${words.keepFaceHint}</p>
  </div>`;
