import { useState } from 'preact/hooks';
import { may } from '../../me.js';
import { pathTo } from '../../route.js';
import { Icon } from '../../ui/icon.js';
import { List } from '../../ui/list.js';
import { Empty, Head, Time } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { NewEndpoint } from './endpoint-form.js';
import { EndpointPage } from './endpoint-page.js';
import { DaysOf } from './days-of.js';
import { EndpointState } from './endpoint-state.js';
import type { Endpoint } from './types.js';

const texts = words.webhooks;

export default function Webhooks({ id }: { readonly id: string | undefined }) {
  return id === undefined ? <Endpoints /> : <EndpointPage id={id} />;
}

function Endpoints() {
  const [isNew, make] = useState(false);
  return (
    <>
      <Head title={words.places.webhooks} text={texts.about}>
        {may('webhooks:write') && (
          <button type="button" class="button main" onClick={() => make(true)}>
            <Icon name="plus" />
            {texts.form.add}
          </button>
        )}
      </Head>
      {isNew && <NewEndpoint onClose={() => make(false)} />}
      <List<Endpoint>
        label={words.places.webhooks}
        path="/v1/webhookEndpoints"
        plural="webhookEndpoints"
        keyOf={({ endpointId }) => endpointId}
        to={({ endpointId }) => pathTo('webhooks', endpointId)}
        none={<Empty icon="hook" title={texts.none} text={texts.noneText} />}
        columns={[
          {
            name: texts.endpoint,
            show: ({ url }) => (
              <>
                <span class="main">{new URL(url).hostname}</span>
                <small class="mono">{new URL(url).pathname}</small>
              </>
            ),
          },
          { name: texts.state, show: (endpoint) => <EndpointState of={endpoint} /> },
          { name: texts.days, class: 'off', show: ({ endpointId }) => <DaysOf id={endpointId} /> },
          {
            name: texts.events,
            class: 'off',
            show: ({ eventTypes }) => (
              <span class="dim">
                {eventTypes.length > 3 ? texts.several(eventTypes.length) : eventTypes.join(', ')}
              </span>
            ),
          },
          { name: texts.registered, class: 'off', show: ({ createdTs }) => <Time at={createdTs} /> },
        ]}
      />
    </>
  );
}
