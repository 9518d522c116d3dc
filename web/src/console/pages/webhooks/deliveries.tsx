import { useEffect, useState } from 'preact/hooks';
import { changed, pathTo, route } from '../../route.js';
import { Each, useEach } from '../../ui/each.js';
import { Chip } from '../../ui/filters.js';
import { exactly } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { List, pathWith } from '../../ui/list.js';
import { Dash, Empty, Status, Time } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { mayReplay } from './endpoint-page.js';
import { Tries } from './tries.js';
import type { Delivery } from './types.js';

const texts = words.webhooks;

const nameOf = ({ type, createdAt }: Delivery): string => `${type}, ${exactly(Date.parse(createdAt))}`;

interface DeliveriesProps {
  readonly endpointId: string;
  readonly eventTypes: readonly string[];
}

/** The deliveries to an endpoint. Selected ones can be sent now. */
export function Deliveries({ endpointId, eventTypes }: DeliveriesProps) {
  const { query } = route.value;
  const path = pathTo('v1', 'webhookEndpoints', endpointId, 'deliveries');
  const list = pathWith(path, { status: query.get('status'), type: query.get('type') });
  const [chosen, choose] = useState<readonly Delivery[]>([]);
  useEffect(() => choose([]), [list]);
  const picking = mayReplay() ? { chosen, choose, nameOf } : undefined;
  const [progress, each] = useEach();
  /** Sends the chosen deliveries, the oldest first, so that the endpoint gets them in their original order. */
  const sendThem = async () => {
    const inOrder = chosen.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
    const how = ({ status }: Delivery) => (status === 'waiting' ? 'tryNow' : 'replay');
    choose([]);
    await each(inOrder.map((one) => [one.deliveryId, `${path}/${one.deliveryId}/${how(one)}`]));
  };
  return (
    <>
      <div class="filters">
        <Chip name="status" label={texts.state} options={texts.statuses} />
        <Chip name="type" label={texts.event} options={eventTypes.map((one) => [one, one])} />
      </div>
      {picking && (
        <Each {...picking} progress={progress}>
          {(isOff) => (
            <button type="button" class="button slim" disabled={isOff} onClick={() => void sendThem()}>
              <Icon name="send" />
              {texts.sendNow}
            </button>
          )}
        </Each>
      )}
      <List<Delivery>
        label={texts.deliveries}
        picking={picking}
        path={list}
        plural="deliveries"
        watch="webhookDelivery"
        keyOf={({ deliveryId }) => deliveryId}
        to={({ deliveryId }) => changed({ open: deliveryId })}
        none={<Empty icon="hook" title={texts.nothingSent} text={texts.nothingSentText} />}
        columns={[
          { name: texts.event, show: ({ type }) => <TypeOf of={type} /> },
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
    </>
  );
}

/** The name of an event type, in which a line break is possible after each dot. */
const TypeOf = ({ of }: { readonly of: string }) => (
  <span class="mono">
    {of.split('.').flatMap((part, index) => (index === 0 ? part : ['.', <wbr key={part} />, part]))}
  </span>
);
