import type { Api } from '@countersign/node';
import { useState } from 'preact/hooks';
import { Choice } from '../../../ui/field.js';
import { words } from '../../../words/words.js';
import { languageName } from '../../../ui/format.js';

const texts = words.clients.apis;
const LANGUAGES = ['en', 'de', 'es', 'ar', 'fr', 'it', 'nl', 'pl', 'pt', 'tr'];
const MOST = 50;

export type DraftScope = Api['scopes'][number];

interface RowsProps {
  readonly scopes: readonly DraftScope[];
  readonly change: (scopes: readonly DraftScope[]) => void;
}

/** Edits the scopes of an API. Their texts for users are shown in one language at a time. */
export function ScopeRows({ scopes, change }: RowsProps) {
  const [language, speak] = useState('en');
  const used = [...new Set(['en', language, ...scopes.flatMap(({ description }) => Object.keys(description))])];
  const put = (at: number, changes: Partial<DraftScope>) =>
    change(scopes.map((one, index) => (index === at ? { ...one, ...changes } : one)));
  return (
    <div class="stack">
      <div class="buttons" role="group" aria-label={texts.languages}>
        {used.map((lng) => (
          <button
            key={lng}
            type="button"
            class={`button slim ${lng === language ? 'on' : ''}`}
            aria-pressed={lng === language}
            onClick={() => speak(lng)}
          >
            {languageName(lng)}
          </button>
        ))}
        <select
          class="field slim"
          aria-label={texts.addLanguage}
          value=""
          onChange={({ currentTarget: { value } }) => value !== '' && speak(value)}
        >
          <option value="">{texts.addLanguage}</option>
          {LANGUAGES.filter((lng) => !used.includes(lng)).map((lng) => (
            <option key={lng} value={lng}>
              {languageName(lng)}
            </option>
          ))}
        </select>
      </div>
      {scopes.map(({ name, audience, description }, at) => (
        <fieldset key={at} class="stack">
          <legend>{texts.scopeOf(at + 1)}</legend>
          <label>
            {texts.scopeName}
            <input
              class="field mono"
              name={`scope-${at}`}
              dir="ltr"
              maxLength={64}
              autocomplete="off"
              spellcheck={false}
              value={name}
              onInput={({ currentTarget }) => put(at, { name: currentTarget.value.trim() })}
            />
          </label>
          <label>
            {texts.audience}
            <Choice
              name={`audience-${at}`}
              of={texts.audiences}
              value={audience}
              onChoice={(value) => put(at, { audience: value as DraftScope['audience'] })}
            />
          </label>
          <label>
            {texts.description} <small class="dim">{texts.descriptionHint(languageName(language))}</small>
            <input
              class="field"
              name={`description-${at}`}
              lang={language}
              dir="auto"
              maxLength={140}
              value={description[language] ?? ''}
              onInput={({ currentTarget: { value } }) =>
                put(at, { description: written(description, language, value) })
              }
            />
          </label>
          {scopes.length > 1 && (
            <div class="buttons">
              <button
                type="button"
                class="button slim"
                aria-label={texts.removeScope(name)}
                onClick={() => change(scopes.filter((_, index) => index !== at))}
              >
                {texts.remove}
              </button>
            </div>
          )}
        </fieldset>
      ))}
      {scopes.length < MOST && (
        <div class="buttons">
          <button
            type="button"
            class="button"
            onClick={() => change([...scopes, { name: '', audience: 'user', description: { en: '' } }])}
          >
            {texts.addScope}
          </button>
        </div>
      )}
    </div>
  );
}

/** An empty text in a language other than English is left out. */
function written(before: DraftScope['description'], language: string, value: string): DraftScope['description'] {
  const { [language]: _before, ...others } = before;
  return value === '' && language !== 'en' ? others : { ...others, [language]: value };
}
