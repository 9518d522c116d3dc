import { stateOf, SPECIMEN_STATE } from '@countersign/identity-engine';
import { html, type Html } from '../../../shared/kernel/index.js';
import { alert, filled } from '../../../shared/pages/index.js';
import { regionOf } from './countries.js';
import type { Language } from '../words/languages.js';
import type { Words } from '../words/en.js';
import { drawing, form, stepPage, type SessionView } from './step.view.js';

export interface DocumentView extends SessionView {
  /** The kinds of documents, each with the countries whose documents of this kind are accepted. */
  readonly kinds: readonly DocumentKind[];
  /** Three-letter ISO 3166 codes of the countries to choose from. */
  readonly countries: readonly string[];
  readonly country?: string | undefined;
  /** Why the form was refused: a choice is missing, or documents of this kind from this country are not accepted. */
  readonly fault?: 'incomplete' | 'unreadable' | undefined;
}

export interface DocumentKind {
  readonly type: string;
  readonly countries: readonly string[];
}

/** Maximum number of countries that are listed by name on the button for a type of document. */
const FEW = 4;

const CARD = '<rect x="2.5" y="5" width="19" height="14" rx="2.5"/>';
const DRAWINGS: Readonly<Record<string, string>> = {
  passport: '<rect x="4.5" y="2.5" width="15" height="19" rx="2"/><circle cx="12" cy="10" r="3.6"/><path d="M8.4 10h7.2M12 6.4c1.4 2 1.4 5.2 0 7.2M12 6.4c-1.4 2-1.4 5.2 0 7.2M9 17.5h6"/>', // oxfmt-ignore
  identity_card: `${CARD}<circle cx="8" cy="10.6" r="1.9"/><path d="M5 15.8c.5-1.7 1.6-2.4 3-2.4s2.5.7 3 2.4M14 10h4.5M14 13.5h4.5"/>`, // oxfmt-ignore
  driving_licence: `${CARD}<path d="M5 9.5h5M14 9l1.1-1.8h2.3L18.6 9M13.5 9h5.7v3h-5.7zM5 13h5M5 16h13.5"/>`,
  residence_permit: `${CARD}<path d="M5.5 15.5v-4.2L8.4 9l2.9 2.3v4.2zM14 10h4.5M14 13h4.5M14 16h3"/>`,
};

export const typeName = (words: Words, type: string): string => {
  const known: Readonly<Record<string, string>> = words;
  return (Object.hasOwn(DRAWINGS, type) ? known[type] : undefined) ?? words.otherDocument;
};

/**
 * The page for choosing a document: the user first selects the country, then presses the button for a type of document.
 */
export function documentView(view: DocumentView): Html {
  const { language, kinds, fault } = view;
  const { words } = language;
  const content = html`
    ${fault ? alert(words, fault === 'incomplete' ? words.documentWrong : words.documentUnreadable) : ''}
    ${form(
      view,
      'document',
      html`<div class="fields">
          <div data-search data-none="${words.countryNone}" hidden>
            <label for="search">${words.documentCountry}</label>
            <div class="combo">
              <input
                class="text"
                id="search"
                role="combobox"
                aria-autocomplete="list"
                aria-expanded="false"
                aria-controls="countries"
                aria-describedby="country-hint"
                autocomplete="off"
                autocapitalize="none"
                spellcheck="false"
              />
              <ul class="options" id="countries" role="listbox" aria-label="${words.documentCountry}" hidden></ul>
            </div>
            <p class="hint" id="country-hint">${words.countryHint}</p>
            <p class="wrong" role="status" data-found></p>
          </div>
          <div>
            <label for="country">${words.documentCountry}</label>
            <select
              class="text"
              id="country"
              name="country"
              required
              autocomplete="country"
              ${fault ? html`aria-invalid="true"` : ''}
            >
              <option value="">${words.chooseCountry}</option>
              ${countryOptions(view)}
            </select>
          </div>
        </div>
        <fieldset class="kinds">
          <legend>${words.documentKind}</legend>
          ${kinds.map((kind) => kindButton(view, kind))}
        </fieldset>`,
    )}
  `;
  return stepPage(view, { stage: 'document', title: words.documentTitle, content });
}

/**
 * A button for one type of document. A script hides it if documents of this type from the selected country are not
 * accepted.
 */
function kindButton({ language, countries }: DocumentView, { type, countries: issuers }: DocumentKind): Html {
  const { words } = language;
  const isLimited = issuers.length < countries.length;
  return html`<button class="kind" name="type" value="${type}" ${isLimited ? html`data-of="${issuers.join(' ')}"` : ''}>
    ${drawing(DRAWINGS[type] ?? CARD)}
    <span
      ><strong>${typeName(words, type)}</strong>
      <small>${type === 'passport' ? words.passportHint : words.cardHint}</small>
      ${isLimited && issuers.length <= FEW ? html`<small>${onlyOf(language, issuers)}</small>` : ''}</span
    >
  </button>`;
}

function onlyOf(language: Language, issuers: readonly string[]): string {
  const names = issuers.map((code) => countryName(language, code));
  const list = new Intl.ListFormat(language.locale, { type: 'conjunction' });
  return filled(language.words.onlyOf, { countries: list.format(names) });
}

/** Options for the countries, beginning with the preselected one. */
function countryOptions({ language, countries, country }: DocumentView): Html[] {
  const named = countries.map((code) => ({ code, name: countryName(language, code) }));
  const { compare } = new Intl.Collator(language.locale);
  return named
    .sort(
      (one, other) => Number(other.code === country) - Number(one.code === country) || compare(one.name, other.name),
    )
    .map(({ code, name }) => html`<option value="${code}" ${code === country ? html`selected` : ''}>${name}</option>`);
}

/**
 * Returns the name of a country in the language of the page. Documents use three-letter codes, but `Intl` looks names
 * up by two-letter codes.
 */
export function countryName({ locale }: Pick<Language, 'locale'>, code: string): string {
  if (code === SPECIMEN_STATE) return 'Utopia';
  const region = regionOf(code) ?? regionOf(stateOf(code));
  return (region && new Intl.DisplayNames(locale, { type: 'region' }).of(region)) ?? code;
}
