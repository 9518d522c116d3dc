import { useState } from 'preact/hooks';
import { may, mayAsk, me } from '../../me.js';
import { Spark } from '../../plots/small.js';
import { pathTo, route } from '../../route.js';
import { Chip, Search, tabAt, Tabs } from '../../ui/filters.js';
import { number } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { List, pathWith } from '../../ui/list.js';
import { Dash, Empty, Head, Tag, Time } from '../../ui/parts.js';
import { Views } from '../../ui/views.js';
import { words } from '../../words/words.js';
import { ApiPage } from './apis/api-page.js';
import { Apis } from './apis/apis.js';
import { ClientPage } from './client-page.js';
import { DetailTypePage } from './detail-types/detail-type-page.js';
import { DetailTypes } from './detail-types/detail-types.js';
import { NewClient } from './form/new-client.js';
import { KeysTab } from './keys-tab.js';
import { Tokens } from './registration/tokens.js';
import { useRequestsOf } from './requests-of.js';
import { type Client, hasSecret, kindOf, OLD_DAYS, secretDays } from './types.js';

const texts = words.clients;

/**
 * The beginnings of paths below `clients/` that do not name a client. The id of a client is a UUID, so it cannot begin
 * like this.
 */
const [TYPES, APIS] = ['types/', 'apis/'];
const TABS = ['clients', 'apis', 'registration', 'types'] as const;

export default function Clients({ id }: { readonly id: string | undefined }) {
  if (id === undefined) return <ClientsAndKeys />;
  if (id.startsWith(APIS)) return <ApiPage id={id.slice(APIS.length)} />;
  return id.startsWith(TYPES) ? <DetailTypePage type={id.slice(TYPES.length)} /> : <ClientPage id={id} />;
}

function ClientsAndKeys() {
  const seesClients = may('clients:read');
  const names = [
    ...(seesClients ? TABS.map((name) => [name, texts.tabs[name]] as const) : []),
    ...(may('system:read') || mayAsk('secure') ? [['keys', texts.tabs.keys] as const] : []),
  ];
  const tab = tabAt(names[0]?.[0] ?? '');
  const [isNew, create] = useState(false);
  return (
    <>
      <Head title={words.places.clients} text={texts.about}>
        {may('clients:write') && (
          <button type="button" class="button main" onClick={() => create(true)}>
            <Icon name="plus" />
            {texts.form.add}
          </button>
        )}
      </Head>
      {isNew && <NewClient onClose={() => create(false)} />}
      <Tabs label={words.places.clients} names={names} />
      {tab === 'apis' && seesClients && <Apis />}
      {tab === 'registration' && seesClients && <Tokens />}
      {tab === 'types' && seesClients && <DetailTypes />}
      {tab === 'keys' || !seesClients ? <KeysTab /> : tab === 'clients' && <ClientList />}
    </>
  );
}

function ClientList() {
  const { query } = route.value;
  const scopes = [...new Set([...(me.value?.scopes ?? []), ...query.getAll('scope')])].sort();
  const path = pathWith('/v1/clients', {
    q: query.get('q'),
    grantType: query.get('grant'),
    authMethod: query.get('proof'),
    scope: query.get('scope'),
  });
  return (
    <>
      <Views keeps={['grant', 'proof', 'scope']} />
      <div class="filters">
        <Search placeholder={texts.search} />
        <Chip name="grant" label={texts.kind} options={texts.grants} />
        <Chip name="proof" label={texts.proof} options={Object.entries(texts.proofs)} />
        <Chip name="scope" label={texts.scope} options={scopes.map((one) => [one, one])} />
      </div>
      <List<Client>
        label={texts.tabs.clients}
        path={path}
        plural="clients"
        watch="client"
        keyOf={({ clientId }) => clientId}
        to={({ clientId }) => pathTo('clients', clientId)}
        none={
          <Empty
            icon="key"
            title={query.size === 0 ? texts.none : words.nothing}
            text={query.size === 0 ? texts.noneText : words.nothingText}
          />
        }
        columns={[
          { name: texts.client, show: nameOf },
          { name: texts.kind, class: 'off', show: (client) => texts.kinds[kindOf(client)] },
          { name: texts.proof, show: proofOf },
          { name: texts.requests, class: 'off', show: ({ clientId }) => <Requests of={clientId} /> },
          { name: texts.lastUsed, class: 'off', show: ({ lastUsedTs }) => <Time at={lastUsedTs} /> },
        ]}
      />
    </>
  );
}

const nameOf = ({ clientName, clientId, administrator, test }: Client) => (
  <>
    <span class="main">
      {clientName} {administrator && <Tag tone="warn">{texts.administrator}</Tag>} {test && <Tag>{texts.test}</Tag>}
    </span>
    <small class="mono">{clientId}</small>
  </>
);

function proofOf(client: Client) {
  const days = hasSecret(client) ? secretDays(client) : undefined;
  return (
    <span class="near">
      {texts.proofs[client.authMethod] ?? client.authMethod}
      {days !== undefined && days >= OLD_DAYS && <Tag tone="warn">{texts.days(days)}</Tag>}
    </span>
  );
}

function Requests({ of: clientId }: { readonly of: string }) {
  const requests = useRequestsOf(clientId);
  if (!requests) return <Dash />;
  return (
    <span class="requests">
      <Spark values={requests.days} />
      <span class="num">{number(requests.sum)}</span>
    </span>
  );
}
