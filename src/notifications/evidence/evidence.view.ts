import { html, type Html } from '../../shared/kernel/index.js';
import { dataElement, dated, named } from '../../shared/pages/index.js';
import type { Language } from './words/languages.words.js';

export const EVIDENCE_PAGE = '/service/evidence';

export interface EvidenceView {
  readonly language: Language;
  readonly keys: unknown;
  /** The time at which the published keys were copied into the page, and the URL from which they came. */
  readonly copied: { readonly at: Date; readonly from: string };
}

/** Renders the page that verifies evidence. Its script (`web/src/evidence`) shows the result below the button. */
export const evidenceView = ({ language, keys, copied }: EvidenceView): Html => {
  const { words } = language;
  const data = { keys, words, locale: language.locale, keysFrom: copied.from };
  return html`<h1>${words.verifyEvidence}</h1>
    <p class="lead">${words.evidenceLead}</p>
    <noscript><p class="note bad">${words.evidenceNeedsScript}</p></noscript>
    <div data-verifier hidden>
      <div class="drop">
        <button type="button" aria-describedby="choose-hint">${words.chooseEvidence}</button>
        <input type="file" accept=".json,application/json" multiple hidden tabindex="-1" aria-hidden="true" />
        <p class="hint" id="choose-hint">${named(words.chooseHint, 'name', 'evidence-keys.json')}</p>
      </div>
      <p class="small" data-keys>${dated(words.keysOfPage, copied.at, language, true)}</p>
      <div data-result role="status"></div>
    </div>
    <div class="save" data-save>
      <a
        class="button quiet"
        href="${EVIDENCE_PAGE}?lang=${language.tag}"
        download="verify-evidence-${language.tag}.html"
        >${words.savePage}</a
      >
      <p class="hint">${words.savePageHint}</p>
    </div>
    ${dataElement('verifier-data', data)}`;
};
