import type { InitialAccessToken } from '@countersign/node';
import { useState } from 'preact/hooks';
import { send } from '../../../api.js';
import { may } from '../../../me.js';
import { pathTo } from '../../../route.js';
import { Ask } from '../../../ui/ask.js';
import { List } from '../../../ui/list.js';
import { Empty, Tag, Time } from '../../../ui/parts.js';
import { words } from '../../../words/words.js';
import { NewToken } from './new-token.js';

const texts = words.clients.registration;

/** The tokens with which clients register themselves. */
export function Tokens() {
  const [isNew, make] = useState(false);
  const [leaving, ask] = useState<InitialAccessToken | undefined>(undefined);
  const [version, next] = useState(0);
  return (
    <>
      <div class="filters">
        <p class="dim grow">{texts.about}</p>
        {may('clients:write') && (
          <button type="button" class="button" onClick={() => make(true)}>
            {texts.create}
          </button>
        )}
      </div>
      <List<InitialAccessToken>
        key={version}
        label={texts.title}
        path="/v1/initialAccessTokens"
        plural="initialAccessTokens"
        keyOf={({ id }) => id}
        none={<Empty icon="key" title={texts.none} text={texts.noneText} />}
        columns={[
          { name: texts.name, show: nameOf },
          { name: texts.used, show: ({ used, uses }) => texts.usedOf(used, uses) },
          { name: texts.allows, class: 'off', show: policyOf },
          { name: texts.ends, show: ({ expiresTs }) => <Time at={expiresTs} /> },
          {
            name: texts.remove,
            show: (token) =>
              may('clients:write') && (
                <button
                  type="button"
                  class="button slim danger"
                  aria-label={texts.removeTitle(token.name)}
                  onClick={() => ask(token)}
                >
                  {texts.remove}
                </button>
              ),
          },
        ]}
      />
      {isNew && (
        <NewToken
          onClose={() => {
            make(false);
            next(version + 1);
          }}
        />
      )}
      {leaving && (
        <Ask
          title={texts.removeTitle(leaving.name)}
          text={<p>{texts.removeText}</p>}
          verb={texts.remove}
          danger
          withoutReason
          onClose={() => ask(undefined)}
          act={async () => {
            const answer = await send('DELETE', pathTo('v1', 'initialAccessTokens', leaving.id));
            next(version + 1);
            return answer;
          }}
        />
      )}
    </>
  );
}

const nameOf = ({ name, used, uses, expiresTs }: InitialAccessToken) => (
  <span class="near">
    <span class="main">{name}</span>
    {(used >= uses || expiresTs <= Date.now()) && <Tag>{texts.over}</Tag>}
  </span>
);

const policyOf = ({ grantTypes, scopes, apiScopes, redirectOrigins }: InitialAccessToken) => (
  <>
    <span>{grantTypes.map((one) => texts.grants[one] ?? one).join(', ')}</span>
    <small class="mono" dir="ltr">
      {[...scopes, ...apiScopes, ...redirectOrigins].join(' ')}
    </small>
  </>
);
