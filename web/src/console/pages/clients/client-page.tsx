import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { may } from '../../me.js';
import { Spark } from '../../plots/small.js';
import { useResource } from '../../resource.js';
import { go, pathTo } from '../../route.js';
import { useCrumb } from '../../shell/crumb.js';
import { Ask } from '../../ui/ask.js';
import { lasting, number } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { pathWith } from '../../ui/list.js';
import { PageOf } from '../../ui/loading.js';
import { ActorName } from '../../ui/names.js';
import { Card, Copy, Facts, Note, Tag, Time, Title } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { AddRedirect } from './add-redirect.js';
import { ClientSecurity } from './client-security.js';
import { Judgement } from './cards/judgement.js';
import { ChangeClient } from './form/change-client.js';
import { Refusals } from './refusals.js';
import { ReplaceSecret } from './replace-secret.js';
import { useRequestsOf } from './requests-of.js';
import { type Client, hasSecret, kindOf, OLD_DAYS, secretDays } from './types.js';

const texts = words.clients;

export function ClientPage({ id }: { readonly id: string }) {
  const client = useResource<Client>(pathTo('v1', 'clients', id), { kind: 'client', id });
  useCrumb(client.value?.clientName);
  return (
    <PageOf of={client} icon="key" missing={texts.missing}>
      {(value) => <Detail client={value} reload={client.reload} />}
    </PageOf>
  );
}

interface ClientProps {
  readonly client: Client;
}

function Detail({ client, reload }: ClientProps & { readonly reload: () => Promise<void> }) {
  const { clientId, clientName, administrator, test, idv } = client;
  const [isAsked, ask] = useState(false);
  const [isChanged, change] = useState(false);
  return (
    <>
      <div class="title">
        <div class="names">
          <Title text={clientName} of={clientName}>
            {administrator && <Tag tone="warn">{texts.administrator}</Tag>}
            {test && <Tag>{texts.test}</Tag>}
          </Title>
          <p>
            <Copy text={clientId} />
            <span>{texts.kinds[kindOf(client)]}</span>
          </p>
        </div>
        <div class="buttons">
          {may('audit:read') && (
            <a class="button" href={pathWith('/audit', { q: clientId })}>
              <Icon name="book" />
              {texts.entries}
            </a>
          )}
          {may('clients:write') && (
            <button type="button" class="button" onClick={() => change(true)}>
              {texts.form.change}
            </button>
          )}
          {may('clients:write') && (
            <button type="button" class="button danger" onClick={() => ask(true)}>
              {texts.remove.do}
            </button>
          )}
        </div>
      </div>
      <div class="grid aside">
        <div class="grid">
          <Rights client={client} />
          <Proof client={client} reload={reload} />
          <ClientSecurity client={client} reload={reload} />
          <Refusals of={clientId} />
          {idv && <Judgement of={idv} />}
        </div>
        <aside class="grid side-facts">
          <Requests of={clientId} />
          <Details client={client} reload={reload} />
        </aside>
      </div>
      {isChanged && <ChangeClient client={client} onClose={() => change(false)} reload={reload} />}
      {isAsked && (
        <Ask
          title={texts.remove.title(clientName)}
          text={<p>{texts.remove.text}</p>}
          verb={texts.remove.verb}
          danger
          onClose={() => ask(false)}
          act={async (reason) => {
            const answer = await send('DELETE', pathTo('v1', 'clients', clientId), {}, reason);
            if (answer.waits === undefined) go('/clients');
            return answer;
          }}
        />
      )}
    </>
  );
}

/** The scopes of the client. Scopes that can change something, or read evidence, are emphasised. */
const Rights = ({ client: { scopes, apiScopes, grantTypes } }: ClientProps) => (
  <Card title={texts.may} note={grantTypes.join(', ')}>
    {scopes.length + apiScopes.length === 0 ? (
      <p class="dim">{texts.nothing}</p>
    ) : (
      <div class="buttons">
        {scopes.map((scope) => (
          <a key={scope} href={pathWith('/clients', { scope })}>
            <Tag tone={/:(?:write|remove|secure|evidence)$/.test(scope) ? 'warn' : ''}>{scope}</Tag>
          </a>
        ))}
        {apiScopes.map((scope) => (
          <Tag key={scope} tone="warn">
            {scope}
          </Tag>
        ))}
      </div>
    )}
  </Card>
);

function Proof({ client, reload }: ClientProps & { readonly reload: () => Promise<void> }) {
  const [isAsked, ask] = useState(false);
  const days = hasSecret(client) ? (secretDays(client) ?? 0) : 0;
  return (
    <Card title={texts.how} note={texts.proofs[client.authMethod]}>
      <div class="stack">
        {days >= OLD_DAYS && (
          <Note tone="warn" icon="alert">
            <strong>{texts.old(days)}</strong> {texts.oldText}
          </Note>
        )}
        {hasSecret(client) && <Facts rows={secretRows(client)} />}
        {client.jwks && (
          <Facts
            rows={[
              [texts.jwks, texts.publicKeys(client.jwks.keys.length)],
              ...client.jwks.keys.map(
                ({ kid, alg, kty }, index) =>
                  [
                    `${index + 1}`,
                    <>
                      {typeof kid === 'string' && <Copy text={kid} short={26} />}{' '}
                      <span class="dim">{[alg, kty].find((one) => typeof one === 'string')}</span>
                    </>,
                  ] as const,
              ),
            ]}
          />
        )}
        {client.authMethod === 'none' && <p class="dim">{texts.noProof}</p>}
        {hasSecret(client) && may('clients:write') && (
          <div class="buttons">
            <button type="button" class="button" onClick={() => ask(true)}>
              {texts.replace.do}
            </button>
          </div>
        )}
      </div>
      {isAsked && <ReplaceSecret client={client} onClose={() => ask(false)} reload={reload} />}
    </Card>
  );
}

function secretRows({ secrets: [newest, ...earlier] }: Client) {
  return [
    [texts.secret, <span class="mono dim">•••••••• {texts.secretShown}</span>],
    [texts.made, newest && <Time at={newest.createdTs} />],
    ...(earlier.length === 0 ? [[texts.second, <span class="dim">{texts.noSecond}</span>] as const] : []),
    ...earlier.map(
      ({ endsTs }) =>
        [
          texts.second,
          <>
            {texts.ends} <Time at={endsTs} />
          </>,
        ] as const,
    ),
  ] as const;
}

function Requests({ of: clientId }: { readonly of: string }) {
  const requests = useRequestsOf(clientId);
  if (!requests) return null;
  return (
    <Card title={texts.figure} note={texts.figureText(number(requests.sum))}>
      {requests.sum > 0 && (
        <div class="tall">
          <Spark values={requests.days} />
        </div>
      )}
    </Card>
  );
}

/**
 * The names that the API gives to creators that are not persons: `operator` is the command line, `the service` is the
 * service itself.
 */
const OURSELVES = new Set(['operator', 'the service']);

function Details({ client, reload }: ClientProps & { readonly reload: () => Promise<void> }) {
  const [isAsked, ask] = useState(false);
  const { lastUsedTs, createdTs, createdBy, allowedCallers, accessTokenTtl, redirectUris } = client;
  const [, operator] = /^operator:(.+)$/.exec(createdBy) ?? [];
  return (
    <Card title={texts.details}>
      <Facts
        rows={[
          [texts.lastUsed, <Time at={lastUsedTs} />],
          [
            texts.onboarded,
            <>
              <Time at={createdTs} /> {texts.by}{' '}
              {OURSELVES.has(createdBy) ? (
                createdBy
              ) : (
                <ActorName kind={operator === undefined ? 'client' : 'operator'} id={operator ?? createdBy} />
              )}
            </>,
          ],
          [texts.callers, allowedCallers.length === 0 ? texts.anyCaller : allowedCallers.join(', ')],
          [texts.tokenLife, accessTokenTtl === null ? texts.asDefault : lasting(accessTokenTtl)],
          ...(redirectUris.length === 0 ? [] : [[texts.redirects, redirectUris.join(', ')] as const]),
        ]}
      />
      {redirectUris.length > 0 && may('clients:write') && (
        <div class="buttons">
          <button type="button" class="button" onClick={() => ask(true)}>
            {texts.redirect.do}
          </button>
        </div>
      )}
      {isAsked && <AddRedirect client={client} onClose={() => ask(false)} reload={reload} />}
    </Card>
  );
}
