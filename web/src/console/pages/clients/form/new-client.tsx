import { useState } from 'preact/hooks';
import { send } from '../../../api.js';
import { place } from '../../../place.js';
import { go, pathTo } from '../../../route.js';
import { Ask } from '../../../ui/ask.js';
import { SecretOnce } from '../../../ui/secret-once.js';
import { words } from '../../../words/words.js';
import { kinds, type NewKind } from './new-kinds.js';
import { EMPTY, isGuarded, Lines, linesOf, offeredTo, Parts, useDraft } from './parts.js';

const texts = words.clients.form;

const publicKeys = (text: string): { readonly keys: unknown[] } | undefined => {
  try {
    const parsed = JSON.parse(text) as { readonly keys?: unknown[] };
    return Array.isArray(parsed.keys) ? { keys: parsed.keys } : { keys: [parsed] };
  } catch {
    return undefined;
  }
};

interface Made {
  readonly clientId: string;
  readonly clientSecret?: string | null;
}

/** Creates a client. The usual values for its kind are chosen beforehand. */
export function NewClient({ onClose }: { readonly onClose: () => void }) {
  const [kind, choose] = useState<NewKind>('web');
  const [usesKey, useKey] = useState(false);
  const [draft, write] = useDraft({ ...EMPTY, scopes: kinds.web.scopes });
  const [made, show] = useState<Made | undefined>(undefined);
  const { isForPeople, hasProof, settings } = kinds[kind];
  const keys = hasProof && usesKey ? publicKeys(draft.keys) : undefined;
  if (made) {
    const leave = () => go(pathTo('clients', made.clientId));
    return (
      <SecretOnce title={texts.secretTitle} secret={made.clientSecret ?? ''} text={texts.secretText} onClose={leave} />
    );
  }
  const redirectUris = linesOf(draft.redirectUris);
  return (
    <Ask
      title={texts.newTitle}
      text={<p>{texts.newText[place.value.data]}</p>}
      verb={texts.create}
      done={texts.created}
      fourEyes={isGuarded(draft)}
      withoutReason={!isGuarded(draft)}
      stays
      ready={
        draft.clientName.trim() !== '' &&
        draft.scopes.length + draft.apiScopes.length > 0 &&
        (!isForPeople || (redirectUris.length > 0 && redirectUris.every((uri) => URL.canParse(uri)))) &&
        (!hasProof || !usesKey || keys !== undefined)
      }
      onClose={onClose}
      act={async (reason) => {
        const body = {
          ...settings,
          clientName: draft.clientName.trim(),
          scopes: draft.scopes,
          ...(draft.apiScopes.length > 0 && { apiScopes: draft.apiScopes }),
          ...(isForPeople && { redirectUris, firstParty: draft.firstParty }),
          ...(keys && { authMethod: 'private_key_jwt', jwks: keys }),
          ...(place.value.data === 'test' && { test: true }),
        };
        const answer = await send<Made>('POST', '/v1/clients', body, isGuarded(draft) ? reason : undefined);
        if (answer.waits !== undefined) return answer;
        if (answer.value.clientSecret) show(answer.value);
        else go(pathTo('clients', answer.value.clientId));
        return answer;
      }}
    >
      <fieldset class="ticks">
        <legend>{texts.kind}</legend>
        {(Object.keys(kinds) as NewKind[]).map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="kind"
              value={one}
              checked={kind === one}
              onChange={() => {
                choose(one);
                write({ scopes: kinds[one].scopes, apiScopes: [] });
              }}
            />
            <span>
              {texts.kinds[one].title} <small class="dim">{texts.kinds[one].text}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <Parts draft={draft} write={write} isForPeople={isForPeople} offered={offeredTo(isForPeople)} />
      {hasProof && (
        <fieldset class="ticks">
          <legend>{words.clients.proof}</legend>
          {[false, true].map((byKey) => (
            <label key={String(byKey)}>
              <input type="radio" name="proof" checked={usesKey === byKey} onChange={() => useKey(byKey)} />
              <span>
                {texts.proofs[String(byKey)]?.title} <small class="dim">{texts.proofs[String(byKey)]?.text}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {hasProof && usesKey && (
        <Lines
          label={texts.keys}
          hint={texts.keysHint}
          name="keys"
          value={draft.keys}
          onInput={(text) => write({ keys: text })}
        />
      )}
    </Ask>
  );
}
