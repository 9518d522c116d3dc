import { useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { exactly } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { refusedIn, useEach } from '../../ui/each.js';
import { Note } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { mayReplay } from './endpoint-page.js';
import type { Delivery, Endpoint } from './types.js';

const texts = words.webhooks.waiting;
const MOST = 100;

/**
 * Shows since when an endpoint fails, how many deliveries wait and when the next try is, with a button to try all now.
 */
export function Waiting({ endpoint: { endpointId, failingSinceTs } }: { readonly endpoint: Endpoint }) {
  const path = pathTo('v1', 'webhookEndpoints', endpointId, 'deliveries');
  const waiting = useResource<{ readonly deliveries: readonly Delivery[]; readonly next: string | null }>(
    `${path}?status=waiting&limit=${MOST}`,
    { kind: 'webhookDelivery' },
  );
  const [progress, each] = useEach();
  const deliveries = waiting.value?.deliveries ?? [];
  if (failingSinceTs === null && deliveries.length === 0 && progress === undefined) return null;
  const due = deliveries.flatMap(({ nextAttemptAt }) => (nextAttemptAt === null ? [] : [Date.parse(nextAttemptAt)]));
  const next = due.length === 0 ? undefined : Math.min(...due);
  const isBusy = progress !== undefined && progress.done < progress.all;

  async function sendAll(): Promise<void> {
    const oldestFirst = [...deliveries].reverse();
    await each(oldestFirst.map(({ deliveryId: id }) => [id, `${path}/${id}/tryNow`]));
    await waiting.reload();
  }

  return (
    <div class="spaced">
      <Note tone={failingSinceTs === null ? 'warn' : 'bad'} icon="alert">
        {failingSinceTs !== null && <strong>{texts.since(exactly(failingSinceTs))}</strong>}{' '}
        {deliveries.length > 0 && texts.count(deliveries.length, waiting.value?.next !== null)}{' '}
        {next !== undefined && texts.next(next <= Date.now() ? undefined : exactly(next))}
        {mayReplay() && deliveries.length > 0 && (
          <p>
            <button type="button" class="button slim" disabled={isBusy} onClick={() => void sendAll()}>
              <Icon name="send" />
              {texts.sendAll(deliveries.length)}
            </button>
          </p>
        )}
        {progress && (
          <p role="status">
            {isBusy ? texts.progress(progress.done, progress.all) : texts.done(progress.all - refusedIn(progress))}
            {!isBusy && [...progress.refused].map(([why, ids]) => ` ${texts.refused(ids.length, why)}`)}
          </p>
        )}
      </Note>
    </div>
  );
}
