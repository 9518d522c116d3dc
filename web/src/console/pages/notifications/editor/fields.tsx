import { Card, Note } from '../../../ui/parts.js';
import { languageName } from '../../../ui/format.js';
import { words } from '../../../words/words.js';
import type { Body, TemplateVariable } from '../types.js';
import type { Draft } from './draft.js';

const texts = words.notifications.templates;
const LANGUAGES = ['en', 'de', 'es', 'ar', 'fr', 'it', 'nl', 'pl', 'pt', 'tr'];

interface TextsProps {
  readonly draft: Draft;
  readonly chosen: Body;
  readonly faults: readonly string[];
  readonly undeclared: readonly string[];
}

/** Edits subject and message in one language at a time, and lists the errors of all languages. */
export function Texts({ draft, chosen, faults, undeclared }: TextsProps) {
  const { lng } = chosen;
  const text = { dir: 'auto', lang: lng } as const;
  return (
    <Card title={texts.texts}>
      <div class="stack">
        <Languages draft={draft} chosen={lng} />
        <label>
          {texts.subject}
          <input
            class="field"
            name="subject"
            {...text}
            maxLength={255}
            value={chosen.subject}
            onInput={({ currentTarget }) => draft.change(lng, { subject: currentTarget.value })}
          />
        </label>
        <label>
          {texts.message}
          <textarea
            class="field"
            name="message"
            {...text}
            rows={7}
            maxLength={4_000}
            value={chosen.message}
            onInput={({ currentTarget }) => draft.change(lng, { message: currentTarget.value })}
          />
        </label>
        <small class="dim">{texts.placesHint}</small>
        {undeclared.map((named) => (
          <button
            key={named}
            type="button"
            class="button slim"
            onClick={() => draft.declare([...draft.variables, { name: named, type: 'text', max: 70 }])}
          >
            {texts.declare(named)}
          </button>
        ))}
        {faults.length > 0 && (
          <Note tone="warn" icon="alert">
            {faults.map((fault) => (
              <p key={fault}>{fault}</p>
            ))}
          </Note>
        )}
      </div>
    </Card>
  );
}

const Languages = ({
  draft: { bodies, speak, add, remove },
  chosen,
}: {
  readonly draft: Draft;
  readonly chosen: string;
}) => (
  <div class="buttons" role="group" aria-label={texts.languages}>
    {bodies.map(({ lng }) => (
      <button
        key={lng}
        type="button"
        class={`button slim ${lng === chosen ? 'on' : ''}`}
        aria-pressed={lng === chosen}
        onClick={() => speak(lng)}
      >
        {languageName(lng)}
      </button>
    ))}
    <select
      class="field slim"
      aria-label={texts.addLanguage}
      value=""
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== '') add(currentTarget.value);
      }}
    >
      <option value="">{texts.addLanguage}</option>
      {LANGUAGES.filter((lng) => !bodies.some((body) => body.lng === lng)).map((lng) => (
        <option key={lng} value={lng}>
          {languageName(lng)}
        </option>
      ))}
    </select>
    {bodies.length > 1 && (
      <button type="button" class="button slim bare" onClick={() => remove(chosen)}>
        {texts.removeLanguage(languageName(chosen))}
      </button>
    )}
  </div>
);

interface VariablesProps {
  readonly variables: readonly TemplateVariable[];
  readonly declare: (variables: readonly TemplateVariable[]) => void;
}

export const VariableFields = ({ variables, declare }: VariablesProps) => (
  <Card title={texts.variables} note={texts.variablesNote}>
    {variables.length === 0 ? (
      <p class="dim">{texts.noVariables}</p>
    ) : (
      <div class="stack">
        {variables.map((variable, at) => (
          <div key={variable.name} class="buttons">
            <span class="mono">{`{{${variable.name}}}`}</span>
            <select
              class="field slim"
              aria-label={texts.typeOf(variable.name)}
              value={variable.type}
              onChange={({ currentTarget: { value: type } }) =>
                declare(
                  variables.map((one, index) =>
                    index === at ? { name: one.name, type, ...(type === 'text' && { max: 70 }) } : one,
                  ),
                )
              }
            >
              {Object.entries(texts.types).map(([type, title]) => (
                <option key={type} value={type}>
                  {title}
                </option>
              ))}
            </select>
            <button
              type="button"
              class="button slim bare"
              aria-label={texts.removeVariable(variable.name)}
              onClick={() => declare(variables.filter((one) => one !== variable))}
            >
              {texts.remove}
            </button>
          </div>
        ))}
      </div>
    )}
  </Card>
);
