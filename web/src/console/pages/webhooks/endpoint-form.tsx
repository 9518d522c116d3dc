import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { needsTwo } from '../../me.js';
import { place } from '../../place.js';
import { go, pathTo } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { Field } from '../../ui/field.js';
import { SecretOnce } from '../../ui/secret-once.js';
import { words } from '../../words/words.js';
import type { Endpoint } from './types.js';

const texts = words.webhooks.form;

/** Whether a second operator must approve, as for the destinations of live messages, which contain personal data. */
const isGuarded = () => place.value.data === 'live' && needsTwo('secure');

interface FieldsProps {
  readonly url: string;
  readonly write: (url: string) => void;
  readonly types: readonly string[];
  readonly choose: (types: string[]) => void;
}

const Fields = ({ url, write, types, choose }: FieldsProps) => (
  <>
    <Field
      label={texts.url}
      name="url"
      mode="url"
      hint={texts.urlHint}
      placeholder="https://"
      required
      max={2048}
      value={url}
      onInput={write}
    />
    <fieldset class="ticks">
      <legend>{texts.what}</legend>
      {[...new Set([...Object.keys(texts.types), ...types])].map((type) => (
        <label key={type}>
          <input
            type="checkbox"
            checked={types.includes(type)}
            onChange={() => choose(types.includes(type) ? types.filter((one) => one !== type) : [...types, type])}
          />
          <span>
            <span class="mono">{type}</span> <small class="dim">{texts.types[type]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  </>
);

interface Registered extends Endpoint {
  readonly secret?: string;
}

/** Creates an endpoint, shows its secret once, and then opens its page. */
export function NewEndpoint({ onClose }: { readonly onClose: () => void }) {
  const [url, write] = useState('');
  const [types, choose] = useState<string[]>([]);
  const [made, show] = useState<Registered | undefined>(undefined);
  if (made) {
    const leave = () => go(pathTo('webhooks', made.endpointId));
    return <SecretOnce title={texts.secretTitle} secret={made.secret ?? ''} text={texts.secretText} onClose={leave} />;
  }
  return (
    <Ask
      title={texts.newTitle}
      text={<p>{texts.newText}</p>}
      verb={texts.add}
      fourEyes={isGuarded()}
      withoutReason={!isGuarded()}
      ready={URL.canParse(url.trim())}
      stays
      onClose={onClose}
      act={async (reason) => {
        const body = { url: url.trim(), eventTypes: types };
        const answer = await send<Registered>('POST', '/v1/webhookEndpoints', body, isGuarded() ? reason : undefined);
        if (answer.waits === undefined) show(answer.value);
        return answer;
      }}
    >
      <Fields url={url} write={write} types={types} choose={choose} />
    </Ask>
  );
}

interface OfEndpoint {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
  readonly reload: () => void;
}

export function ChangeEndpoint({ endpoint, onClose, reload }: OfEndpoint) {
  const [url, write] = useState(endpoint.url);
  const [types, choose] = useState<string[]>([...endpoint.eventTypes]);
  const isElsewhere = url.trim() !== endpoint.url;
  const isMore = types.some((type) => !(endpoint.eventTypes as readonly string[]).includes(type));
  const isFewer = types.length < endpoint.eventTypes.length;
  const asks = (isElsewhere || isMore) && isGuarded();
  return (
    <Ask
      title={texts.changeTitle}
      text={<p>{texts.changeText}</p>}
      verb={texts.save}
      fourEyes={asks}
      withoutReason={!asks}
      ready={URL.canParse(url.trim()) && (isElsewhere || isMore || isFewer)}
      onClose={onClose}
      act={async (reason) => {
        const changes = { ...(isElsewhere && { url: url.trim() }), ...((isMore || isFewer) && { eventTypes: types }) };
        const path = pathTo('v1', 'webhookEndpoints', endpoint.endpointId);
        const answer = await send('PATCH', path, changes, asks ? reason : undefined);
        reload();
        return answer;
      }}
    >
      <Fields url={url} write={write} types={types} choose={choose} />
    </Ask>
  );
}

export const SwitchEndpoint = ({ endpoint: { endpointId, enabled }, onClose, reload }: OfEndpoint) => (
  <Ask
    title={enabled ? texts.offTitle : texts.onTitle}
    text={<p>{enabled ? texts.offText : texts.onText}</p>}
    verb={enabled ? texts.off : texts.on}
    danger={enabled}
    withoutReason
    onClose={onClose}
    act={async () => {
      const answer = await send('PATCH', pathTo('v1', 'webhookEndpoints', endpointId), { enabled: !enabled });
      reload();
      return answer;
    }}
  />
);

/**
 * Replaces the secret. For the chosen time, messages are signed with the old and the new one, so that the receiver can
 * verify each.
 */
export function RotateSecret({ endpoint: { endpointId }, onClose }: OfEndpoint) {
  const [overlapSeconds, choose] = useState<number>(texts.overlaps[0][0]);
  const [secret, show] = useState<string | undefined>(undefined);
  if (secret !== undefined)
    return <SecretOnce title={texts.secretTitle} secret={secret} text={texts.secretText} onClose={onClose} />;
  return (
    <Ask
      title={texts.rotateTitle}
      text={<p>{overlapSeconds === 0 ? texts.rotateAtOnce : texts.rotateText}</p>}
      verb={texts.rotate}
      danger={overlapSeconds === 0}
      fourEyes={isGuarded()}
      withoutReason={!isGuarded()}
      stays
      onClose={onClose}
      act={async (reason) => {
        const path = pathTo('v1', 'webhookEndpoints', endpointId, 'rotateSecret');
        const answer = await send<{ secret?: string }>(
          'POST',
          path,
          { overlapSeconds },
          isGuarded() ? reason : undefined,
        );
        if (answer.waits === undefined) show(answer.value.secret ?? '');
        return answer;
      }}
    >
      <label>
        {texts.overlap}
        <select class="field" value={overlapSeconds} onChange={({ currentTarget: { value } }) => choose(Number(value))}>
          {texts.overlaps.map(([seconds, text]) => (
            <option key={seconds} value={seconds}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </Ask>
  );
}
