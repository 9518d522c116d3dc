import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { may } from '../../me.js';
import { useResource } from '../../resource.js';
import { changed, go, pathTo, route } from '../../route.js';
import { useCrumb } from '../../shell/crumb.js';
import { Chip } from '../../ui/filters.js';
import { exactly } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { List, pathWith } from '../../ui/list.js';
import { PageOf } from '../../ui/loading.js';
import { Card, Copy, Dash, Empty, Facts, Note, Status, Time, Title } from '../../ui/parts.js';
import { say } from '../../ui/toast.js';
import { words } from '../../words/en.js';
import { DaysOf } from './days-of.js';
import { DeliveryCard } from './delivery-card.js';
import { EndpointState } from './endpoint-state.js';
import { Replay } from './replay.js';
import { Tries } from './tries.js';
import type { Delivery, Endpoint } from './types.js';

const texts = words.webhooks;

export const mayReplay = () => may('webhooks:replay') || may('webhooks:write');

export function EndpointPage({ id }: { readonly id: string }) {
  const endpoint = useResource<Endpoint>(pathTo('v1', 'webhookEndpoints', id));
  useCrumb(endpoint.value && new URL(endpoint.value.url).hostname);
  return (
    <PageOf of={endpoint} icon="hook" missing={texts.missing}>
      {(value) => <Detail endpoint={value} />}
    </PageOf>
  );
}

function Detail({ endpoint }: { readonly endpoint: Endpoint }) {
  const { endpointId, url, eventTypes, failingSinceTs, enabled } = endpoint;
  const { query } = route.value;
  const [isAsked, ask] = useState(false);
  const open = query.get('open');
  const { hostname } = new URL(url);
  const test = async () => {
    await send('POST', pathTo('v1', 'webhookEndpoints', endpointId, 'test')).then(
      () => say(texts.testSent),
      (error: unknown) => say(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <>
      <div class="title">
        <div class="names">
          <Title text={hostname} of={hostname}>
            <EndpointState of={endpoint} />
          </Title>
          <p>
            <Copy text={url} />
          </p>
        </div>
        {mayReplay() && (
          <div class="buttons">
            <button type="button" class="button" onClick={() => void test()}>
              <Icon name="send" />
              {texts.test}
            </button>
            <button type="button" class="button" onClick={() => ask(true)}>
              <Icon name="refresh" />
              {texts.replay.do}
            </button>
          </div>
        )}
      </div>
      {(!enabled || failingSinceTs !== null) && (
        <div class="spaced">
          <Note tone={enabled ? 'bad' : 'warn'} icon="alert">
            <strong>
              {enabled && failingSinceTs !== null ? texts.failsSince(exactly(failingSinceTs)) : texts.isOff}
            </strong>{' '}
            {enabled ? texts.failsText : (texts.disabledBy[endpoint.disabledBy ?? ''] ?? '')}
          </Note>
        </div>
      )}
      <div class={`grid aside ${open === null ? '' : 'opened'}`}>
        <div>
          <div class="filters">
            <Chip name="status" label={texts.state} options={texts.statuses} />
            <Chip name="type" label={texts.event} options={eventTypes.map((one) => [one, one])} />
          </div>
          <List<Delivery>
            label={texts.deliveries}
            path={pathWith(pathTo('v1', 'webhookEndpoints', endpointId, 'deliveries'), {
              status: query.get('status'),
              type: query.get('type'),
            })}
            plural="deliveries"
            watch="webhookDelivery"
            keyOf={({ deliveryId }) => deliveryId}
            to={({ deliveryId }) => changed({ open: deliveryId })}
            none={<Empty icon="hook" title={texts.nothingSent} text={texts.nothingSentText} />}
            columns={[
              { name: texts.event, show: ({ type }) => <span class="mono">{type}</span> },
              { name: texts.state, show: ({ status }) => <Status of={status} /> },
              { name: texts.tries, class: 'off', show: ({ attempts }) => <Tries of={attempts} /> },
              {
                name: texts.aboutWhom,
                class: 'off',
                show: ({ userId }) =>
                  userId ? (
                    <a class="link" href={pathTo('users', userId)}>
                      {userId}
                    </a>
                  ) : (
                    <Dash />
                  ),
              },
              {
                name: texts.next,
                class: 'off',
                show: ({ nextAttemptAt }) => (nextAttemptAt === null ? <Dash /> : <Time at={nextAttemptAt} />),
              },
              { name: texts.at, show: ({ createdAt }) => <Time at={createdAt} /> },
            ]}
          />
        </div>
        <aside class="grid side-facts">
          {open !== null && (
            <DeliveryCard
              key={open}
              endpointId={endpointId}
              deliveryId={open}
              onClose={() => go(changed({ open: undefined }))}
            />
          )}
          <Card title={texts.days}>
            <DaysOf id={endpointId} />
          </Card>
          <Card title={texts.endpoint}>
            <Facts
              rows={[
                [texts.events, eventTypes.join(', ')],
                [texts.signature, 'Standard Webhooks, v1'],
                [texts.registered, <Time at={endpoint.createdTs} />],
                [texts.id, <Copy text={endpointId} short={18} />],
              ]}
            />
          </Card>
        </aside>
      </div>
      {isAsked && <Replay endpointId={endpointId} onClose={() => ask(false)} />}
    </>
  );
}
