import type { CreateInitialAccessToken, NewInitialAccessToken } from '@countersign/node';
import { useState } from 'preact/hooks';
import { send } from '../../../api.js';
import { needsTwo } from '../../../me.js';
import { place } from '../../../place.js';
import { Ask } from '../../../ui/ask.js';
import { Field, Ticks } from '../../../ui/field.js';
import { SecretOnce } from '../../../ui/secret-once.js';
import { words } from '../../../words/words.js';
import { linesOf, useApiScopes } from '../form/parts.js';

const texts = words.clients.registration;
const ofClients = words.clients.form;

const DAY = 86_400;
const MOST_USES = 1_000;
const MOST_DAYS = 365;
const GRANTS = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
] as const satisfies NonNullable<CreateInitialAccessToken['grantTypes']>;
const SCOPES = [
  'openid',
  'profile',
  'email',
  'phone',
  'groups',
  'offline_access',
] as const satisfies CreateInitialAccessToken['scopes'];

interface Draft {
  readonly name: string;
  readonly uses: string;
  readonly days: string;
  readonly grantTypes: readonly string[];
  readonly scopes: readonly string[];
  readonly apiScopes: readonly string[];
  readonly redirectOrigins: string;
}
const FIRST: Draft = {
  ...{ name: '', uses: '1', days: '1', grantTypes: GRANTS.slice(0, 2), scopes: ['openid'], apiScopes: [] },
  redirectOrigins: '',
};

/**
 * Whether a second operator is needed: with a token for live data, its holder can create clients as an operator can.
 */
const isGuarded = (): boolean => place.value.data === 'live' && needsTwo('secure');

const isWithin = (text: string, most: number): boolean =>
  Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= most;

/**
 * Creates a registration token. The operator chooses how many clients may register with it, until when, and with which
 * settings. The token is shown once.
 */
export function NewToken({ onClose }: { readonly onClose: () => void }) {
  const [draft, set] = useState(FIRST);
  const [made, show] = useState<NewInitialAccessToken | undefined>(undefined);
  const write = (changes: Partial<Draft>) => set((before) => ({ ...before, ...changes }));
  const known = useApiScopes();
  if (made)
    return (
      <SecretOnce title={texts.secretTitle} secret={made.token} text={texts.secretText(made.name)} onClose={onClose} />
    );
  return (
    <Ask
      title={texts.newTitle}
      text={<p>{texts.newText}</p>}
      verb={texts.make}
      fourEyes={isGuarded()}
      withoutReason={!isGuarded()}
      stays
      ready={
        draft.name.trim() !== '' &&
        isWithin(draft.uses, MOST_USES) &&
        isWithin(draft.days, MOST_DAYS) &&
        draft.grantTypes.length > 0 &&
        draft.scopes.length + draft.apiScopes.length > 0
      }
      onClose={onClose}
      act={async (reason) => {
        const body = {
          ...{ name: draft.name.trim(), uses: Number(draft.uses), expiresIn: Number(draft.days) * DAY },
          ...{ grantTypes: draft.grantTypes, scopes: draft.scopes, apiScopes: draft.apiScopes },
          redirectOrigins: linesOf(draft.redirectOrigins),
        };
        const why = isGuarded() ? reason : undefined;
        const answer = await send<NewInitialAccessToken>('POST', '/v1/initialAccessTokens', body, why);
        if (answer.waits === undefined) show(answer.value);
        return answer;
      }}
    >
      <Field
        label={texts.name}
        name="name"
        hint={texts.nameHint}
        required
        value={draft.name}
        onInput={(name) => write({ name })}
      />
      <Count label={texts.uses} name="uses" most={MOST_USES} value={draft.uses} onInput={(uses) => write({ uses })} />
      <Count label={texts.days} name="days" most={MOST_DAYS} value={draft.days} onInput={(days) => write({ days })} />
      <Ticks
        legend={texts.grantTypes}
        of={GRANTS.map((name) => [name, texts.grants[name]])}
        chosen={draft.grantTypes}
        onChoice={(grantTypes) => write({ grantTypes })}
      />
      <Ticks
        legend={ofClients.scopes}
        of={SCOPES.map((name) => [name, ofClients.scopeTexts[name]])}
        chosen={draft.scopes}
        onChoice={(scopes) => write({ scopes })}
      />
      {known.length > 0 && (
        <Ticks
          legend={ofClients.apiScopes}
          of={known.map(({ name, description }) => [name, description['en']])}
          chosen={draft.apiScopes}
          onChoice={(apiScopes) => write({ apiScopes })}
        />
      )}
      <label>
        {texts.origins} <small class="dim">{texts.originsHint}</small>
        <textarea
          class="field"
          name="redirectOrigins"
          dir="ltr"
          rows={2}
          spellcheck={false}
          value={draft.redirectOrigins}
          onInput={({ currentTarget }) => write({ redirectOrigins: currentTarget.value })}
        />
      </label>
    </Ask>
  );
}

interface CountProps {
  readonly label: string;
  readonly name: keyof Draft;
  readonly most: number;
  readonly value: string;
  readonly onInput: (value: string) => void;
}
const Count = ({ label, name, most, value, onInput }: CountProps) => (
  <label>
    {label}
    <input
      class="field"
      type="number"
      name={name}
      min={1}
      max={most}
      required
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  </label>
);
