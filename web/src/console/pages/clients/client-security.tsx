import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { may } from '../../me.js';
import { pathTo } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { Card, Copy, Facts } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import type { Client } from './types.js';

const texts = words.clients.security;

interface SecurityProps {
  readonly client: Client;
  readonly reload: () => Promise<void>;
}

/**
 * Shows the security profile of a client, the protections that it must use (such as PKCE), and the format of its access
 * tokens.
 */
export function ClientSecurity({ client, reload }: SecurityProps) {
  const [isAsked, ask] = useState(false);
  const { securityProfile, jwtAccessTokens, accessTokenAudience } = client;
  const required = (is: boolean) => (is ? texts.required : texts.notRequired);
  return (
    <Card title={texts.title} note={texts.note}>
      <div class="stack">
        <Facts
          rows={[
            [texts.profile, texts.profiles[securityProfile ?? 'none']],
            [texts.pkce, required(client.requirePkce || client.authMethod === 'none')],
            [texts.pushed, required(client.requirePushedAuthorizationRequests)],
            [texts.dpop, required(client.dpopBoundAccessTokens)],
            [texts.consent, texts.consents[consentOf(client)]],
            [texts.leastLevel, texts.levels[String(client.leastLevel ?? 'none')]],
            [texts.wish, wishOf(client) === 'other' ? client.defaultAcrValues.join(' ') : texts.wishes[wishOf(client)]],
            [texts.token, texts.formats[String(jwtAccessTokens)]],
            ...(jwtAccessTokens
              ? [[texts.audience, accessTokenAudience ? <Copy text={accessTokenAudience} /> : texts.itself] as const]
              : []),
          ]}
        />
        {may('clients:write') && (
          <div class="buttons">
            <button type="button" class="button" onClick={() => ask(true)}>
              {texts.change}
            </button>
          </div>
        )}
      </div>
      {isAsked && <Change client={client} reload={reload} onClose={() => ask(false)} />}
    </Card>
  );
}

const CHOICES = {
  securityProfile: [texts.profile, texts.profiles],
  requirePkce: [texts.requirePkce, texts.yesNo],
  consentEachTime: [texts.consentEachTime, texts.yesNo],
  leastLevel: [texts.leastLevel, texts.levels],
  defaultAcrValues: [texts.wish, texts.wishes],
  jwtAccessTokens: [texts.token, texts.formats],
} as const;
type Field = keyof typeof CHOICES;

const chosenIn = (client: Client): Readonly<Record<Field, string>> => ({
  securityProfile: client.securityProfile ?? 'none',
  requirePkce: String(client.requirePkce),
  consentEachTime: String(client.consentEachTime),
  leastLevel: String(client.leastLevel ?? 'none'),
  defaultAcrValues: wishOf(client),
  jwtAccessTokens: String(client.jwtAccessTokens),
});

function Change({ client, reload, onClose }: SecurityProps & { readonly onClose: () => void }) {
  // The values when the dialog was opened: the client may change meanwhile.
  const [before] = useState(() => chosenIn(client));
  const [draft, write] = useState(before);
  return (
    <Ask
      title={texts.changeTitle(client.clientName)}
      text={<p>{texts.changeText}</p>}
      verb={texts.save}
      fourEyes={client.powers.length > 0}
      onClose={onClose}
      act={async (reason) => {
        const answer = await send('PATCH', pathTo('v1', 'clients', client.clientId), changesOf(draft, before), reason);
        await reload();
        return answer;
      }}
    >
      {(Object.keys(CHOICES) as Field[]).map((field) => (
        <label key={field}>
          {CHOICES[field][0]}
          <select
            class="field"
            name={field}
            value={draft[field]}
            onChange={({ currentTarget: { value } }) => write({ ...draft, [field]: value })}
          >
            {offered(field, before).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
    </Ask>
  );
}

const consentOf = ({ firstParty, consentEachTime }: Client): string =>
  consentEachTime ? 'each' : firstParty ? 'never' : 'once';

const ACR = 'urn:countersign:acr:';

/** The level of sign-in that is used when a request asks for none. `other` means a value that only the API can set. */
function wishOf({ defaultAcrValues: [first, ...more] }: Client): string {
  if (first === undefined) return 'none';
  const level = first.startsWith(ACR) ? first.slice(ACR.length) : '';
  return more.length === 0 && level in texts.wishes ? level : 'other';
}

/** The values to offer. `other` is offered only if it is the present value, because only the API can set it. */
const offered = (field: Field, before: Readonly<Record<Field, string>>) =>
  Object.entries(CHOICES[field][1]).filter(([value]) => value !== 'other' || before[field] === 'other');

const VALUES: Readonly<Record<string, unknown>> = { none: null, true: true, false: false, 1: 1, 2: 2, 3: 3 };

function valueOf(field: Field, chosen: string): unknown {
  if (field === 'defaultAcrValues') return chosen === 'none' ? [] : [`${ACR}${chosen}`];
  return chosen in VALUES ? VALUES[chosen] : chosen;
}

/** The fields that the operator has changed. Only these are sent, because the profile sets the others. */
function changesOf(draft: Readonly<Record<Field, string>>, before: Readonly<Record<Field, string>>): object {
  const changed = (Object.keys(CHOICES) as Field[]).filter((field) => draft[field] !== before[field]);
  return Object.fromEntries(changed.map((field) => [field, valueOf(field, draft[field])]));
}
