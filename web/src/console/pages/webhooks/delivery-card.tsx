import { send } from '../../api.js';
import { useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { clockOf, spoken } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { Failure, Shown } from '../../ui/loading.js';
import { Card, Copy, Facts, Status, Tag } from '../../ui/parts.js';
import { say } from '../../ui/toast.js';
import { useSaving } from '../../ui/use-saving.js';
import { words } from '../../words/words.js';
import { mayReplay } from './endpoint-page.js';
import { isSuccess } from './tries.js';
import type { DeliveryDetails } from './types.js';

const texts = words.webhooks;

interface DeliveryCardProps {
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly onClose: () => void;
}

/** Shows the content of a delivery, and the receiver's answer to each attempt. */
export function DeliveryCard({ endpointId, deliveryId, onClose }: DeliveryCardProps) {
  const path = pathTo('v1', 'webhookEndpoints', endpointId, 'deliveries', deliveryId);
  const delivery = useResource<DeliveryDetails>(path, { kind: 'webhookDelivery' });
  const how = delivery.value?.status === 'waiting' ? 'tryNow' : 'replay';
  const [isBusy, error, again] = useSaving(async () => {
    await send('POST', `${path}/${how}`);
    say(how === 'replay' ? texts.sentAgain : texts.sentNow);
    await delivery.reload();
  });
  const close = (
    <button type="button" class="button bare icon-only slim" aria-label={words.close} onClick={onClose}>
      <Icon name="cross" />
    </button>
  );
  return (
    <Card title={delivery.value?.type ?? texts.delivery} end={close}>
      <Shown of={delivery}>
        {(value) => (
          <div class="stack">
            <Facts
              rows={[
                [texts.state, <Status of={value.status} />],
                ['webhook-id', <Copy text={value.webhookId} short={22} />],
                [
                  texts.aboutWhom,
                  value.userId && (
                    <a class="link" href={pathTo('users', value.userId)}>
                      {value.userId}
                    </a>
                  ),
                ],
              ]}
            />
            <h3>{texts.answers}</h3>
            {value.attempts.length === 0 && <p class="dim">{texts.notTried}</p>}
            {value.attempts.map((attempt) => (
              <div key={attempt.at} class="answered">
                <span class="near">
                  <Tag tone={isSuccess(attempt) ? 'good' : 'bad'}>{attempt.status ?? spoken(attempt.error ?? '')}</Tag>
                  <span class="dim num">{texts.inTime(clockOf(attempt.at), attempt.ms)}</span>
                </span>
                {attempt.answer && <pre class="wrap">{attempt.answer}</pre>}
              </div>
            ))}
            <h3>{texts.sent}</h3>
            <pre class="wrap tall" tabIndex={0}>
              {pretty(value.payload)}
            </pre>
            {error && <Failure error={error} />}
            {mayReplay() && (
              <button type="button" class="button" disabled={isBusy} onClick={again}>
                <Icon name={how === 'tryNow' ? 'send' : 'refresh'} />
                {how === 'tryNow' ? texts.sendNow : texts.sendAgain}
              </button>
            )}
          </div>
        )}
      </Shown>
    </Card>
  );
}

/** Indents JSON. Other text is returned as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
