import { useState } from 'preact/hooks';
import { get, send } from '../../api.js';
import { pathTo } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { Note } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { newHosts, useClients } from './hosts.js';
import type { Client } from './types.js';

const texts = words.clients.redirect;

interface AddRedirectProps {
  readonly client: Client;
  readonly onClose: () => void;
  readonly reload: () => Promise<void>;
}

/** Adds an address to which people may return after signing in. */
export function AddRedirect({ client, onClose, reload }: AddRedirectProps) {
  const [uri, write] = useState('');
  const known = useClients();
  const [host] = known ? newHosts({ redirectUris: [uri] }, [...known, client]) : [];
  return (
    <Ask
      title={texts.title(client.clientName)}
      text={<p>{texts.text}</p>}
      verb={texts.verb}
      fourEyes={client.powers.length > 0}
      ready={URL.canParse(uri)}
      onClose={onClose}
      act={async (reason) => {
        const path = pathTo('v1', 'clients', client.clientId);
        const now = await get<Client>(path); // a colleague may have changed the other addresses
        const answer = await send('PATCH', path, { redirectUris: [...now.redirectUris, uri] }, reason);
        await reload();
        return answer;
      }}
    >
      <label>
        {texts.field}
        <input
          class="field"
          type="url"
          dir="ltr"
          required
          maxLength={2048}
          placeholder="https://"
          value={uri}
          onInput={({ currentTarget: { value } }) => write(value.trim())}
        />
      </label>
      {host !== undefined && (
        <Note tone="warn" icon="alert">
          <strong>{texts.newHost(host)}</strong> {texts.newHostText}
        </Note>
      )}
    </Ask>
  );
}
