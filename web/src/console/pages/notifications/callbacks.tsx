import { useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { Card, Status, Time } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { Tries } from '../webhooks/tries.js';
import type { Delivery } from '../webhooks/types.js';

/** The callbacks about a notification or session to the enterprise's servers. */
export function Callbacks({ about }: { readonly about: string }) {
  const { value } = useResource<{ deliveries: readonly Delivery[] }>(
    `/v1/webhookDeliveries?about=${encodeURIComponent(about)}`,
    { kind: 'webhookDelivery' },
  );
  if (!value || value.deliveries.length === 0) return null;
  return (
    <Card title={words.notifications.told} flush>
      <ul class="things">
        {value.deliveries.map((delivery) => (
          <li key={delivery.deliveryId}>
            <span class="grow">
              <a
                class="link mono"
                href={`${pathTo('webhooks', delivery.endpointId ?? '')}?open=${encodeURIComponent(delivery.deliveryId)}`}
              >
                {delivery.type}
              </a>
              <small>
                <Time at={delivery.createdAt} />
              </small>
            </span>
            <Tries of={delivery.attempts} />
            <Status of={delivery.status} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
