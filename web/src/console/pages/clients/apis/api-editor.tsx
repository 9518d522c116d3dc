import type { Api } from '@countersign/node';
import { useState } from 'preact/hooks';
import { send } from '../../../api.js';
import { needsTwo } from '../../../me.js';
import { place } from '../../../place.js';
import { pathTo } from '../../../route.js';
import { Ask } from '../../../ui/ask.js';
import { changedFields } from '../../../ui/changed-fields.js';
import { Choice, Field } from '../../../ui/field.js';
import { Card, Head } from '../../../ui/parts.js';
import { words } from '../../../words/words.js';
import { type DraftScope, ScopeRows } from './scope-rows.js';

const texts = words.clients.apis;
const MOST_SECONDS = 86_400;

/** Whether changes need a second operator, as for APIs with live tokens. */
export const isGuarded = (): boolean => place.value.data === 'live' && needsTwo('secure');

interface EditorProps {
  /** The API to change. If absent, a new one is created. */
  readonly of?: Api;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

const FIRST: DraftScope = { name: '', audience: 'user', description: { en: '' } };

const draftOf = (of?: Api) => ({
  name: of?.name ?? '',
  resource: of?.resource ?? '',
  accessTokenFormat: of?.accessTokenFormat ?? 'jwt',
  accessTokenTtl: of?.accessTokenTtl?.toString() ?? '',
  signingAlg: of?.signingAlg ?? 'ES256',
  introspectionClientId: of?.introspectionClientId ?? '',
  exchangeFrom: of?.exchangeFrom.join('\n') ?? '',
  claims: JSON.stringify(of?.claims ?? {}, null, 2),
});
type Draft = ReturnType<typeof draftOf>;

/**
 * Edits the settings of an API that the enterprise offers. Only those that the operator has changed are sent. The service
 * checks that they are consistent.
 */
export function ApiEditor({ of, onClose, onSaved }: EditorProps) {
  const [first] = useState(() => ({ draft: draftOf(of), scopes: of?.scopes ?? [FIRST] }));
  const [draft, set] = useState(first.draft);
  const [scopes, setScopes] = useState<readonly DraftScope[]>(first.scopes);
  const [isAsked, ask] = useState(false);
  const write = (changes: Partial<Draft>) => set((before) => ({ ...before, ...changes }));
  const content = valuesOf(draft, scopes);
  const { claims } = content;
  const isWhole =
    claims !== undefined &&
    content.name !== '' &&
    draft.resource.trim() !== '' &&
    scopes.length > 0 &&
    scopes.every(({ name, description }) => name.trim() !== '' && (description['en'] ?? '') !== '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) ask(true);
      }}
    >
      <Head title={of ? texts.editTitle(of.name) : texts.create} text={texts.editAbout}>
        <button type="button" class="button" onClick={onClose}>
          {words.cancel}
        </button>
        <button class="button main" disabled={!isWhole}>
          {texts.save}
        </button>
      </Head>
      <div class="grid">
        <Card title={texts.api}>
          <div class="stack">
            <Field label={texts.name} name="name" required value={draft.name} onInput={(name) => write({ name })} />
            {!of && (
              <Field
                label={texts.resource}
                name="resource"
                mode="url"
                hint={texts.resourceHint}
                placeholder="https://orders.example.com"
                required
                max={500}
                value={draft.resource}
                onInput={(resource) => write({ resource })}
              />
            )}
          </div>
        </Card>
        <Card title={texts.scopes} note={texts.scopesNote}>
          <ScopeRows scopes={scopes} change={setScopes} />
        </Card>
        <TokenFields draft={draft} write={write} />
        <Card title={texts.claims} note={texts.claimsNote}>
          <label>
            {texts.claimsLabel} <small class="dim">{texts.claimsHint}</small>
            <textarea
              class="field mono"
              dir="ltr"
              name="claims"
              rows={6}
              spellcheck={false}
              maxLength={16_384}
              value={draft.claims}
              aria-invalid={claims === undefined}
              onInput={({ currentTarget }) => write({ claims: currentTarget.value })}
            />
          </label>
          {claims === undefined && <small class="bad">{texts.noJson}</small>}
        </Card>
      </div>
      {isAsked && (
        <Ask
          title={texts.saveTitle(content.name)}
          text={<p>{texts.saveText}</p>}
          verb={texts.save}
          done={texts.saved}
          fourEyes={isGuarded()}
          withoutReason={!isGuarded()}
          onClose={() => ask(false)}
          act={async (reason) => {
            const why = isGuarded() ? reason : undefined;
            const answer = of
              ? await send<Api>(
                  'PATCH',
                  pathTo('v1', 'apis', of.id),
                  changedFields(valuesOf(first.draft, first.scopes), content),
                  why,
                )
              : await send<Api>('POST', '/v1/apis', { ...content, resource: draft.resource.trim() }, why);
            if (answer.waits === undefined) onSaved(of?.id ?? answer.value.id);
            return answer;
          }}
        />
      )}
    </form>
  );
}

const valuesOf = (draft: Draft, scopes: readonly DraftScope[]) => ({
  name: draft.name.trim(),
  scopes,
  accessTokenFormat: draft.accessTokenFormat,
  accessTokenTtl: draft.accessTokenTtl.trim() === '' ? null : Number(draft.accessTokenTtl),
  signingAlg: draft.signingAlg,
  introspectionClientId: draft.introspectionClientId.trim() || null,
  exchangeFrom: draft.exchangeFrom.split(/\s+/).filter(Boolean),
  claims: objectIn(draft.claims),
});

interface TokenProps {
  readonly draft: Draft;
  readonly write: (changes: Partial<Draft>) => void;
}

/** The format and lifetime of the API's access tokens, and which other callers may use them. */
const TokenFields = ({ draft, write }: TokenProps) => (
  <Card title={texts.tokens}>
    <div class="stack">
      <label>
        {texts.format}
        <Choice
          name="accessTokenFormat"
          of={texts.formats}
          value={draft.accessTokenFormat}
          onChoice={(value) => write({ accessTokenFormat: value as Api['accessTokenFormat'] })}
        />
      </label>
      <label>
        {texts.lifeInSeconds} <small class="dim">{texts.lifeHint}</small>
        <input
          class="field"
          type="number"
          name="accessTokenTtl"
          min={60}
          max={MOST_SECONDS}
          value={draft.accessTokenTtl}
          onInput={({ currentTarget }) => write({ accessTokenTtl: currentTarget.value })}
        />
      </label>
      <label>
        {texts.algorithm}
        <Choice
          name="signingAlg"
          of={{ ES256: 'ES256', RS256: 'RS256' }}
          value={draft.signingAlg}
          onChoice={(value) => write({ signingAlg: value as Api['signingAlg'] })}
        />
      </label>
      <Field
        label={texts.asks}
        name="introspectionClientId"
        hint={texts.asksHint}
        max={64}
        value={draft.introspectionClientId}
        onInput={(introspectionClientId) => write({ introspectionClientId })}
      />
      <label>
        {texts.exchange} <small class="dim">{texts.exchangeHint}</small>
        <textarea
          class="field"
          name="exchangeFrom"
          dir="ltr"
          rows={2}
          spellcheck={false}
          value={draft.exchangeFrom}
          onInput={({ currentTarget }) => write({ exchangeFrom: currentTarget.value })}
        />
      </label>
    </div>
  </Card>
);

function objectIn(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
