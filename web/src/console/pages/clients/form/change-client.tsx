import { useState } from 'preact/hooks';
import { send } from '../../../api.js';
import { pathTo } from '../../../route.js';
import { Ask } from '../../../ui/ask.js';
import { changedFields } from '../../../ui/changed-fields.js';
import { words } from '../../../words/words.js';
import { type Client, kindOf } from '../types.js';
import { type Draft, EMPTY, isGuarded, Lines, linesOf, offeredTo, Parts, useDraft } from './parts.js';

const texts = words.clients.form;
const MOST_SECONDS = 86_400;

interface ChangeProps {
  readonly client: Client;
  readonly onClose: () => void;
  readonly reload: () => Promise<void>;
}

const draftOf = (client: Client): Draft => ({
  ...EMPTY,
  clientName: client.clientName,
  redirectUris: client.redirectUris.join('\n'),
  scopes: client.scopes,
  apiScopes: client.apiScopes,
  firstParty: client.firstParty,
  allowedCallers: client.allowedCallers.join('\n'),
  accessTokenTtl: client.accessTokenTtl === null ? '' : String(client.accessTokenTtl),
});

const valuesOf = (draft: Draft) => ({
  clientName: draft.clientName.trim(),
  redirectUris: linesOf(draft.redirectUris),
  scopes: [...draft.scopes].sort(),
  apiScopes: [...draft.apiScopes].sort(),
  firstParty: draft.firstParty,
  allowedCallers: linesOf(draft.allowedCallers),
  accessTokenTtl: draft.accessTokenTtl.trim() === '' ? null : Number(draft.accessTokenTtl),
});

/**
 * Edits a client. Only the fields that the operator has changed are sent, so that changes by others in the meantime are
 * kept.
 */
export function ChangeClient({ client, onClose, reload }: ChangeProps) {
  const [first] = useState(() => draftOf(client));
  const [draft, write] = useDraft(first);
  const isForPeople = kindOf(client) !== 'server';
  const [before, after] = [valuesOf(first), valuesOf(draft)];
  const changes = changedFields(before, after);
  const isGuardedNow = client.powers.length > 0 || isGuarded(draft);
  return (
    <Ask
      title={texts.changeTitle(client.clientName)}
      text={<p>{texts.changeText}</p>}
      verb={texts.save}
      fourEyes={isGuardedNow}
      withoutReason={!isGuardedNow}
      ready={
        Object.keys(changes).length > 0 && after.clientName !== '' && after.scopes.length + after.apiScopes.length > 0
      }
      onClose={onClose}
      act={async (reason) => {
        const path = pathTo('v1', 'clients', client.clientId);
        const answer = await send('PATCH', path, changes, isGuardedNow ? reason : undefined);
        await reload();
        return answer;
      }}
    >
      <Parts draft={draft} write={write} isForPeople={isForPeople} offered={offeredTo(isForPeople, client.scopes)} />
      <Lines
        label={texts.callers}
        hint={texts.callersHint}
        name="allowedCallers"
        value={draft.allowedCallers}
        onInput={(allowedCallers) => write({ allowedCallers })}
      />
      <label>
        {texts.tokenLife} <small class="dim">{texts.tokenLifeHint}</small>
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
    </Ask>
  );
}
