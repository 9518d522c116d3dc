import { useEffect, useState } from 'preact/hooks';
import { send } from '../../api.js';
import { pathTo } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { since } from '../../ui/format.js';
import { words } from '../../words/words.js';

const texts = words.webhooks.replay;

/** Replays failed deliveries, after showing how many there are. */
export function Replay({ endpointId, onClose }: { readonly endpointId: string; readonly onClose: () => void }) {
  const path = pathTo('v1', 'webhookEndpoints', endpointId, 'replayFailed');
  const [span, choose] = useState('1d');
  const [count, set] = useState<number | undefined>(undefined);
  useEffect(() => {
    let isHere = true;
    set(undefined);
    send<{ replayed: number }>('POST', path, { since: since(span), dryRun: true }).then(
      ({ value }) => isHere && set(value.replayed),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [span]);
  return (
    <Ask
      title={texts.title}
      text={<p>{count === undefined ? texts.text : `${texts.count(count)} ${texts.text}`}</p>}
      verb={texts.verb}
      done={texts.done}
      ready={count !== 0}
      withoutReason
      onClose={onClose}
      act={() => send('POST', path, { since: since(span) })}
    >
      <label>
        {texts.since}
        <select class="field" value={span} onChange={({ currentTarget: { value } }) => choose(value)}>
          {words.spans.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </Ask>
  );
}
