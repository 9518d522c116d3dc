import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { may, mayAsk, needsTwo } from '../../me.js';
import { pathTo } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { spoken } from '../../ui/format.js';
import { ActorName } from '../../ui/names.js';
import { Note } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { type AllowedVerb, nameOf, type User } from './types.js';

const texts = words.users;
const SHOWN = ['ONBOARDING', 'CREATED', 'ACTIVE', 'PAUSED', 'BLOCKED', 'RESET', 'INACTIVE', 'DELETED'];
const DANGEROUS = new Set(['BLOCKED', 'RESET', 'DELETED']);
const REMOVING = new Set(['RESET', 'DELETED']);
const ACTIVATING = new Set(['CREATED', 'RESET']);

/** A button for each status change that the server allows, with its consequences. */
export function StatusCard({ user, reload }: { readonly user: User; readonly reload: () => void }) {
  const [asked, ask] = useState<AllowedVerb | undefined>(undefined);
  const [isCodeAsked, askCode] = useState(false);
  const verbs = (user.allowedVerbs ?? []).filter(({ verb }) =>
    REMOVING.has(verb) ? mayAsk('remove') : may('users:write'),
  );
  const name = nameOf(user);
  const isHeld = (user.codesHeldUntilTs ?? 0) > Date.now();
  return (
    <section class="card status-card">
      <h2>{texts.status}</h2>
      <div class="arrows">
        {SHOWN.map((one) => (
          <span key={one} class={one === user.status ? 'now' : ''}>
            {spoken(one)}
          </span>
        ))}
      </div>
      {user.status === 'BLOCKED' && user.blockedBy !== undefined && (
        <Note tone="warn" icon="lock">
          {texts.blockedBy(texts.changers[user.blockedBy] ?? user.blockedBy)} {user.statusChange?.comments}
          {user.statusChange?.to === 'BLOCKED' && user.statusChange.actor.kind !== 'user' && (
            <p>
              {texts.by} <ActorName kind={user.statusChange.actor.kind} id={user.statusChange.actor.id} plain />{' '}
              {words.actorKinds[user.statusChange.actor.kind]}
            </p>
          )}
        </Note>
      )}
      <div class="buttons">
        {verbs.map((verb) => (
          <button
            key={verb.verb}
            type="button"
            class={`button ${DANGEROUS.has(verb.verb) ? 'danger' : ''}`}
            disabled={verb.needs !== undefined}
            title={verb.needs === undefined ? verb.verb : texts.needs[verb.needs]}
            onClick={() => ask(verb)}
          >
            {texts.verbs[verb.verb]?.do ?? spoken(verb.verb)}
          </button>
        ))}
        {may('users:write') && ACTIVATING.has(user.status) && (
          <button type="button" class="button" onClick={() => askCode(true)}>
            {texts.code.do}
          </button>
        )}
      </div>
      {asked && (
        <Ask
          title={texts.askVerb(texts.verbs[asked.verb]?.do ?? spoken(asked.verb), name)}
          text={<p>{texts.verbs[asked.verb]?.then}</p>}
          verb={texts.verbs[asked.verb]?.do ?? spoken(asked.verb)}
          danger={DANGEROUS.has(asked.verb)}
          fourEyes={REMOVING.has(asked.verb) && needsTwo('remove')}
          onClose={() => ask(undefined)}
          act={async (comments) => {
            const answer = await send('PUT', pathTo('v1', 'users', user.userId, 'status'), {
              status: asked.verb,
              comments,
            });
            reload();
            return answer;
          }}
        />
      )}
      {isCodeAsked && (
        <Ask
          title={texts.code.title(name)}
          text={<p>{isHeld ? texts.code.held : texts.code.text}</p>}
          verb={texts.code.verb}
          withoutReason={!isHeld}
          fourEyes={isHeld}
          onClose={() => askCode(false)}
          act={(reason) =>
            send('POST', pathTo('v1', 'users', user.userId, 'activationCode'), {}, isHeld ? reason : undefined)
          }
        />
      )}
    </section>
  );
}
