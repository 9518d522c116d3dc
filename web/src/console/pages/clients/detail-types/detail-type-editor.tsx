import type { AuthorizationDetailType } from '@countersign/node';
import { useState } from 'preact/hooks';
import { send } from '../../../api.js';
import { pathTo } from '../../../route.js';
import { changedFields } from '../../../ui/changed-fields.js';
import { Field } from '../../../ui/field.js';
import { Failure } from '../../../ui/loading.js';
import { Card, Head } from '../../../ui/parts.js';
import { say } from '../../../ui/toast.js';
import { useSaving } from '../../../ui/use-saving.js';
import { languageName } from '../../../ui/format.js';
import { words } from '../../../words/words.js';
import { Screen } from '../../notifications/phone.js';

const texts = words.clients.types;
const LANGUAGES = ['en', 'de', 'es', 'ar', 'fr', 'it', 'nl', 'pl', 'pt', 'tr'];
const EMPTY = { lng: 'en', subject: '', message: '' };
const FIRST_SCHEMA = {
  type: 'object',
  required: ['limit'],
  properties: { limit: { type: 'string', maxLength: 40 } },
};

type Text = AuthorizationDetailType['texts'][number];

interface EditorProps {
  /** The type to change. If absent, a new one is created. */
  readonly of?: AuthorizationDetailType;
  readonly onClose: () => void;
  readonly onSaved: (type: string) => void;
}

/**
 * Edits a type of authorization details: its members as a JSON Schema, and its texts beside a preview of the phone.
 * Only what the operator has changed is sent. The service checks that the texts match the schema.
 */
export function DetailTypeEditor({ of, onClose, onSaved }: EditorProps) {
  const [type, name] = useState(of?.type ?? '');
  const [schema, write] = useState(JSON.stringify(of?.schema ?? FIRST_SCHEMA, null, 2));
  const [all, change] = useState<readonly Text[]>(of?.texts ?? [EMPTY]);
  const [before] = useState(of && { schema: of.schema, texts: of.texts });
  const [language, speak] = useState('en');
  const chosen = all.find(({ lng }) => lng === language) ?? all[0] ?? EMPTY;
  const put = (changes: Partial<Text>) =>
    change(all.map((one) => (one.lng === chosen.lng ? { ...one, ...changes } : one)));
  const content = { schema: objectIn(schema), texts: all };
  const [isBusy, error, save] = useSaving(async () => {
    if (before) await send('PATCH', pathTo('v1', 'authorizationDetailTypes', type), changedFields(before, content));
    else await send('POST', '/v1/authorizationDetailTypes', { type: type.trim(), ...content });
    say(texts.saved);
    onSaved(type.trim());
  });
  const isWhole = content.schema && type.trim() !== '' && all.every(({ subject, message }) => subject && message);
  return (
    <form onSubmit={save}>
      <Head title={of ? texts.editTitle(of.type) : texts.create} text={texts.editAbout}>
        <button type="button" class="button" onClick={onClose}>
          {words.cancel}
        </button>
        <button class="button main" disabled={isBusy || !isWhole}>
          {texts.publish((of?.version ?? 0) + 1)}
        </button>
      </Head>
      {error && <Failure error={error} />}
      <div class="grid aside">
        <div class="grid">
          {!of && (
            <Card title={texts.type}>
              <Field label={texts.name} name="type" hint={texts.nameHint} required value={type} onInput={name} />
            </Card>
          )}
          <Card title={texts.schema} note={texts.schemaNote}>
            <label>
              {texts.schemaLabel}
              <textarea
                class="field mono"
                dir="ltr"
                name="schema"
                rows={12}
                spellcheck={false}
                maxLength={8_192}
                value={schema}
                aria-invalid={content.schema === undefined}
                onInput={({ currentTarget }) => write(currentTarget.value)}
              />
            </label>
            {content.schema === undefined && <small class="bad">{texts.noJson}</small>}
          </Card>
          <Card title={texts.texts}>
            <div class="stack">
              <div class="buttons" role="group" aria-label={texts.languages}>
                {all.map(({ lng }) => (
                  <button
                    key={lng}
                    type="button"
                    class={`button slim ${lng === chosen.lng ? 'on' : ''}`}
                    aria-pressed={lng === chosen.lng}
                    onClick={() => speak(lng)}
                  >
                    {languageName(lng)}
                  </button>
                ))}
                <select
                  class="field slim"
                  aria-label={texts.addLanguage}
                  value=""
                  onChange={({ currentTarget: { value: lng } }) => {
                    if (lng === '') return;
                    change([...all, { ...EMPTY, lng }]);
                    speak(lng);
                  }}
                >
                  <option value="">{texts.addLanguage}</option>
                  {LANGUAGES.filter((lng) => !all.some((one) => one.lng === lng)).map((lng) => (
                    <option key={lng} value={lng}>
                      {languageName(lng)}
                    </option>
                  ))}
                </select>
              </div>
              <label>
                {texts.subject}
                <input
                  class="field"
                  name="subject"
                  dir="auto"
                  lang={chosen.lng}
                  maxLength={140}
                  value={chosen.subject}
                  onInput={({ currentTarget }) => put({ subject: currentTarget.value })}
                />
              </label>
              <label>
                {texts.message}
                <textarea
                  class="field"
                  name="message"
                  dir="auto"
                  lang={chosen.lng}
                  rows={5}
                  maxLength={2_000}
                  value={chosen.message}
                  onInput={({ currentTarget }) => put({ message: currentTarget.value })}
                />
              </label>
              <small class="dim">{texts.placesHint}</small>
            </div>
          </Card>
        </div>
        <aside class="stack">
          <Screen body={chosen} />
        </aside>
      </div>
    </form>
  );
}

function objectIn(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
