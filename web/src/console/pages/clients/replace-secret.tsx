import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { needsTwo } from '../../me.js';
import { pathTo } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { SecretOnce } from '../../ui/secret-once.js';
import { words } from '../../words/words.js';
import type { Client } from './types.js';

const texts = words.clients.replace;

interface ReplaceProps {
  readonly client: Client;
  readonly onClose: () => void;
  readonly reload: () => Promise<void>;
}

/**
 * Replaces a client's secret, with which anybody can act as the client. A colleague must approve if the client has
 * power over live data, or if the old secret ends at once.
 */
export function ReplaceSecret({ client: { clientId, clientName, powers }, onClose, reload }: ReplaceProps) {
  const [overlapSeconds, choose] = useState<number>(texts.overlaps[0][0]);
  const [secret, show] = useState<string | undefined>(undefined);
  const isAtOnce = overlapSeconds === 0;
  const needsColleague = isAtOnce || powers.length > 0;
  if (secret !== undefined)
    return <SecretOnce title={texts.newTitle} secret={secret} text={texts.newText} onClose={onClose} />;
  return (
    <Ask
      title={texts.title(clientName)}
      text={<p>{isAtOnce ? texts.atOnce : texts.text}</p>}
      verb={texts.verb}
      danger={isAtOnce}
      fourEyes={needsColleague && needsTwo('secure')}
      stays
      onClose={onClose}
      act={async (reason) => {
        const path = pathTo('v1', 'clients', clientId, 'secrets');
        const answer = await send<{ clientSecret?: string }>('POST', path, { overlapSeconds }, reason);
        if (answer.waits === undefined) show(answer.value.clientSecret ?? '');
        await reload();
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
