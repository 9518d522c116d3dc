import type { Api } from '@countersign/node';
import { useState } from 'preact/hooks';
import { send } from '../../../api.js';
import { may } from '../../../me.js';
import { useResource } from '../../../resource.js';
import { go, pathTo } from '../../../route.js';
import { useCrumb } from '../../../shell/crumb.js';
import { Ask } from '../../../ui/ask.js';
import { PageOf } from '../../../ui/loading.js';
import { Card, Copy, Facts, Tag, Title } from '../../../ui/parts.js';
import { words } from '../../../words/words.js';
import { languageName } from '../../../ui/format.js';
import { ApiEditor, isGuarded } from './api-editor.js';

const texts = words.clients.apis;

export function ApiPage({ id }: { readonly id: string }) {
  const path = pathTo('v1', 'apis', id);
  const found = useResource<Api>(path);
  const [open, show] = useState<'editor' | 'removal' | undefined>(undefined);
  useCrumb(found.value?.name ?? '');
  const close = () => show(undefined);
  const saved = () => {
    close();
    void found.reload();
  };
  return (
    <PageOf of={found} icon="key" missing={texts.missing}>
      {(api) =>
        open === 'editor' ? (
          <ApiEditor of={api} onClose={close} onSaved={saved} />
        ) : (
          <>
            <div class="title">
              <div class="names">
                <Title text={api.name} of={api.resource} />
                <p class="mono" dir="ltr">
                  {api.resource}
                </p>
              </div>
              {may('clients:write') && (
                <div class="buttons">
                  <button type="button" class="button danger" onClick={() => show('removal')}>
                    {texts.remove}
                  </button>
                  <button type="button" class="button main" onClick={() => show('editor')}>
                    {texts.edit}
                  </button>
                </div>
              )}
            </div>
            <div class="grid">
              <ScopesOf api={api} />
              <TokensOf api={api} />
              {Object.keys(api.claims).length > 0 && (
                <Card title={texts.claims} note={texts.claimsNote}>
                  <pre class="mono" dir="ltr">
                    {JSON.stringify(api.claims, null, 2)}
                  </pre>
                </Card>
              )}
            </div>
            {open === 'removal' && (
              <Ask
                title={texts.removeTitle(api.name)}
                text={<p>{texts.removeText}</p>}
                verb={texts.remove}
                danger
                fourEyes={isGuarded()}
                withoutReason={!isGuarded()}
                onClose={close}
                act={async (reason) => {
                  const answer = await send('DELETE', path, undefined, isGuarded() ? reason : undefined);
                  if (answer.waits === undefined) go('/clients?tab=apis');
                  return answer;
                }}
              />
            )}
          </>
        )
      }
    </PageOf>
  );
}

const ScopesOf = ({ api }: { readonly api: Api }) => (
  <Card title={texts.scopes}>
    <ul class="stack">
      {api.scopes.map(({ name, audience, description }) => (
        <li key={name}>
          <span class="near">
            <span class="mono">{name}</span> <Tag>{texts.audiences[audience]}</Tag>
          </span>
          {Object.entries({ en: description['en'], ...description }).map(([language, text]) => (
            <p key={language} class="dim">
              {languageName(language)}:{' '}
              <span lang={language} dir="auto">
                {text}
              </span>
            </p>
          ))}
        </li>
      ))}
    </ul>
  </Card>
);

const TokensOf = ({ api }: { readonly api: Api }) => (
  <Card title={texts.tokens}>
    <Facts
      rows={[
        [texts.format, texts.formats[api.accessTokenFormat]],
        [texts.life, api.accessTokenTtl === null ? texts.lifeOfClient : texts.seconds(api.accessTokenTtl)],
        [texts.algorithm, api.signingAlg],
        [texts.asks, api.introspectionClientId ? <Copy text={api.introspectionClientId} /> : texts.nobody],
        [texts.exchange, api.exchangeFrom.length > 0 ? api.exchangeFrom.join(', ') : texts.none],
      ]}
    />
  </Card>
);
