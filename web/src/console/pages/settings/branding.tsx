import { useEffect, useState } from 'preact/hooks';
import { addressOf, get, send } from '../../api.js';
import { enterprise as chosen, may, readMe } from '../../me.js';
import { type Resource, useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { Choice, Field } from '../../ui/field.js';
import { BothSides } from '../../ui/both-sides.js';
import { changedFields } from '../../ui/changed-fields.js';
import { pathWith } from '../../ui/list.js';
import { Failure, Shown } from '../../ui/loading.js';
import { Card } from '../../ui/parts.js';
import { say } from '../../ui/toast.js';
import { useSaving } from '../../ui/use-saving.js';
import { isDark } from '../../shell/theme.js';
import { words } from '../../words/words.js';
import type { Enterprise } from './types.js';

const texts = words.settings.branding;

const LINKS = ['logoUri', 'privacyUri', 'termsUri', 'helpUri'] as const;
type Draft = Readonly<Record<'name' | 'color' | (typeof LINKS)[number], string>>;

/** Edits an enterprise's branding, beside previews of hosted pages that follow each change. */
export const BrandingTab = () => (
  <BothSides icon="settings" text={words.settings.enterprise.shared}>
    <Stored />
  </BothSides>
);

function Stored() {
  const path = pathTo('v1', 'enterprises', chosen.value?.enterpriseId ?? '');
  const enterprise = useResource<Enterprise>(path);
  return (
    <Shown of={enterprise} rows={6}>
      {(value) => <Editor key={path} path={path} of={value} enterprise={enterprise} />}
    </Shown>
  );
}

const draftOf = ({ name, branding }: Enterprise): Draft => ({
  name,
  color: branding.color ?? '',
  logoUri: branding.logoUri ?? '',
  privacyUri: branding.privacyUri ?? '',
  termsUri: branding.termsUri ?? '',
  helpUri: branding.helpUri ?? '',
});

/** The branding to send. An empty field becomes null, which removes the value. */
const brandingOf = ({ name: _, ...look }: Draft) =>
  Object.fromEntries(Object.entries(look).filter(([, value]) => value !== ''));

/**
 * What to send. The service replaces the branding as a whole, so the changes are added to the branding that is stored
 * now.
 */
async function patchOf(path: string, { name, ...look }: Partial<Draft>) {
  const isOther = Object.keys(look).length > 0;
  return {
    ...(name !== undefined && { name }),
    ...(isOther && { branding: brandingOf({ ...draftOf(await get<Enterprise>(path)), ...look }) }),
  };
}

interface EditorProps {
  readonly path: string;
  readonly of: Enterprise;
  readonly enterprise: Resource<Enterprise>;
}

/** The fields that the operator has not edited follow the stored values, which others may change meanwhile. */
function Editor({ path, of, enterprise }: EditorProps) {
  const stored = draftOf(of);
  const [edits, edit] = useState<Partial<Draft>>({});
  const draft = { ...stored, ...edits };
  const changes = changedFields(stored, draft);
  const isChanged = Object.keys(changes).length > 0;
  const [isBusy, error, save] = useSaving(async () => {
    await send('PATCH', path, await patchOf(path, changes));
    await Promise.all([enterprise.reload(), readMe()]);
    edit((typed) => changedFields(changes, typed));
    say(words.done);
  });
  const set = (name: keyof Draft) => (value: string) => edit((typed) => ({ ...typed, [name]: value }));
  return (
    <form class="stack" onSubmit={save}>
      <Previews of={draft} />
      <fieldset class="plain grid two" disabled={!may('enterprises:write')}>
        <Card title={texts.look}>
          <div class="stack">
            <Field label={texts.name} name="name" value={draft.name} onInput={set('name')} required />
            <div class="swatch">
              <input
                type="color"
                aria-label={texts.pick}
                value={isColor(draft.color) ? draft.color : NO_COLOR}
                onInput={({ currentTarget }) => set('color')(currentTarget.value)}
              />
              <Field
                label={texts.color}
                name="color"
                value={draft.color}
                max={7}
                placeholder="#0b5fff"
                hint={texts.colorHint}
                onInput={set('color')}
              />
            </div>
          </div>
        </Card>
        <Card title={texts.links}>
          <div class="stack">
            {LINKS.map((field) => (
              <Field
                key={field}
                label={texts.fields[field]}
                name={field}
                mode="url"
                placeholder="https://"
                value={draft[field]}
                onInput={set(field)}
              />
            ))}
          </div>
        </Card>
      </fieldset>
      {error && <Failure error={error} />}
      {may('enterprises:write') && (
        <div class="buttons">
          <button class="button main" disabled={!isChanged || isBusy}>
            {texts.save}
          </button>
          <button type="button" class="button" disabled={!isChanged} onClick={() => edit({})}>
            {texts.discard}
          </button>
          <span class="dim" role="status">
            {isChanged ? texts.unsaved : ''}
          </span>
        </div>
      )}
    </form>
  );
}

/** The colour that the input shows while none is set, because the browser's colour input cannot be empty. */
const NO_COLOR = '#0e5c53';
const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);
const isAddress = (text: string): boolean => text.startsWith('https://') && URL.canParse(text);

const PARTS = ['signIn', 'mail', 'phone'] as const;
const PAUSE = 300;

/**
 * The address of a preview. Incomplete values are left out, so that the preview stays as it was until they are
 * complete.
 */
const queryOf = (draft: Draft, lang: string) => ({
  name: draft.name.trim(),
  lang,
  color: isColor(draft.color) ? draft.color : undefined,
  ...Object.fromEntries(LINKS.map((field) => [field, isAddress(draft[field]) ? draft[field] : undefined])),
});

/** Previews that the service renders, in a sandboxed frame. They are updated shortly after the last key. */
export function Previews({ of: draft }: { readonly of: Draft }) {
  const [lang, speak] = useState('en');
  const [scheme, light] = useState(isDark() ? 'dark' : 'light');
  const now = pathWith('', queryOf(draft, lang));
  const [shown, show] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => draft.name.trim() !== '' && show(now), PAUSE);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <section class="previews" aria-label={texts.previews}>
      <header>
        <h2>{texts.previews}</h2>
        <span class="buttons">
          <label class="unseen" for="preview-language">
            {texts.language}
          </label>
          <Choice id="preview-language" name="lang" of={texts.languages} value={lang} onChoice={speak} />
          <label class="unseen" for="preview-scheme">
            {texts.scheme}
          </label>
          <Choice id="preview-scheme" name="scheme" of={texts.schemes} value={scheme} onChoice={light} />
        </span>
      </header>
      <div class="three">
        {PARTS.map((part) => (
          <figure key={part} class={`of-${part}`}>
            <div class={`pane ${scheme}`}>
              <iframe inert title={texts.previewOf[part]} src={addressOf(`/v1/previews/${part}${shown}`)} />
            </div>
            <figcaption>{texts.previewOf[part]}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
