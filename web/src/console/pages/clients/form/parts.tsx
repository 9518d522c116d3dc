import type { Api } from '@countersign/node';
import { useState } from 'preact/hooks';
import { me, needsTwo } from '../../../me.js';
import { place } from '../../../place.js';
import { useResource } from '../../../resource.js';
import { Field, Ticks } from '../../../ui/field.js';
import { words } from '../../../words/words.js';

const texts = words.clients.form;

/** Scopes about a person who signs in. All others are about the API. */
const OF_PEOPLE = ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access', 'notifications'] as const;

export interface Draft {
  readonly clientName: string;
  readonly redirectUris: string;
  readonly scopes: readonly string[];
  readonly apiScopes: readonly string[];
  readonly firstParty: boolean;
  readonly keys: string;
  readonly allowedCallers: string;
  readonly accessTokenTtl: string;
}
type Write = (changes: Partial<Draft>) => void;

/**
 * Form state whose writes are merged, so that both changes survive when two fields are written at once, as by a
 * browser's autofill.
 */
export function useDraft(first: Draft): readonly [Draft, Write] {
  const [draft, set] = useState(first);
  return [draft, (changes) => set((before) => ({ ...before, ...changes }))];
}

interface PartProps {
  readonly draft: Draft;
  readonly write: Write;
}

interface LinesProps {
  readonly label: string;
  readonly hint: string;
  readonly name: keyof Draft;
  readonly value: string;
  readonly onInput: (value: string) => void;
}
export const Lines = ({ label, hint, name, value, onInput }: LinesProps) => (
  <label>
    {label} <small class="dim">{hint}</small>
    <textarea
      class="field"
      name={name}
      rows={3}
      spellcheck={false}
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  </label>
);

/** The scopes of the enterprise's APIs that suit the kind of client, and those that the client has already. */
function ApiScopes({ draft: { apiScopes }, write, isForPeople }: PartProps & { readonly isForPeople: boolean }) {
  const known = useApiScopes();
  const audience = isForPeople ? 'user' : 'service';
  const fitting = known.filter((scope) => scope.audience === audience).map(({ name }) => name);
  const offered = [...new Set([...fitting, ...apiScopes])];
  if (offered.length === 0) return null;
  return (
    <Ticks
      legend={texts.apiScopes}
      of={offered.map((name) => [name, known.find((one) => one.name === name)?.description['en']])}
      chosen={apiScopes}
      onChoice={(chosen) => write({ apiScopes: chosen })}
    />
  );
}

/** The scopes of all APIs that the enterprise has defined. */
export const useApiScopes = (): Api['scopes'] =>
  (useResource<{ readonly apis: readonly Api[] }>('/v1/apis?limit=100').value?.apis ?? []).flatMap(
    ({ scopes }) => scopes,
  );

export const Parts = ({
  draft,
  write,
  isForPeople,
  offered,
}: PartProps & { isForPeople: boolean; offered: readonly string[] }) => (
  <>
    <Field
      label={texts.name}
      name="clientName"
      hint={texts.nameHint}
      required
      value={draft.clientName}
      onInput={(clientName) => write({ clientName })}
    />
    {isForPeople && (
      <>
        <Lines
          label={texts.redirects}
          hint={texts.redirectsHint}
          name="redirectUris"
          value={draft.redirectUris}
          onInput={(redirectUris) => write({ redirectUris })}
        />
        <fieldset class="ticks">
          <label>
            <input
              type="checkbox"
              name="firstParty"
              checked={draft.firstParty}
              onChange={({ currentTarget }) => write({ firstParty: currentTarget.checked })}
            />
            <span>
              {texts.firstParty} <small class="dim">{texts.firstPartyText}</small>
            </span>
          </label>
        </fieldset>
      </>
    )}
    <Ticks
      legend={texts.scopes}
      of={offered.map((scope) => [scope, texts.scopeTexts[scope]])}
      chosen={draft.scopes}
      onChoice={(scopes) => write({ scopes })}
    />
    <ApiScopes draft={draft} write={write} isForPeople={isForPeople} />
  </>
);

export const linesOf = (text: string): string[] => [...new Set(text.split(/\s+/).filter(Boolean))];

/** Scopes that the operator may grant and that suit the kind of client, plus those that the client has already. */
export const offeredTo = (isForPeople: boolean, has: readonly string[] = []): string[] => {
  const own = (me.value?.scopes ?? []).filter((scope) => scope.includes(':'));
  return [...new Set([...(isForPeople ? OF_PEOPLE : own), ...has])];
};

const PLAIN = new Set(['clients:read', 'enterprises:read', 'figures:read', 'system:read']);
const isPower = (scope: string): boolean => scope === 'notifications' || (scope.includes(':') && !PLAIN.has(scope));

/** Whether saving needs a second operator, because the client gets power over live data. */
export const isGuarded = ({
  scopes,
  apiScopes,
  firstParty,
}: Pick<Draft, 'scopes' | 'apiScopes' | 'firstParty'>): boolean =>
  place.value.data === 'live' && needsTwo('secure') && (firstParty || apiScopes.length > 0 || scopes.some(isPower));

export const EMPTY: Draft = {
  ...{ clientName: '', redirectUris: '', scopes: [], apiScopes: [], firstParty: false },
  ...{ keys: '', allowedCallers: '', accessTokenTtl: '' },
};
