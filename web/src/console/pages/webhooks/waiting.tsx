import { useState } from 'preact/hooks';
import { ApiError, send } from '../../api.js';
import { useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { exactly } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { titleOf } from '../../ui/loading.js';
import { Note } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { mayReplay } from './endpoint-page.js';
import type { Delivery, Endpoint } from './types.js';

const texts = words.webhooks.waiting;
const MOST = 100;

interface Progress {
  readonly done: number;
  readonly all: number;
  /** Why some were not tried, with the words for each reason. */
  readonly refused: ReadonlyMap<string, number>;
}

/** Says since when an endpoint fails, how much waits, when it is tried again, and offers to try all of it now. */
export function Waiting({ endpoint: { endpointId, failingSinceTs } }: { readonly endpoint: Endpoint }) {
  const path = pathTo('v1', 'webhookEndpoints', endpointId, 'deliveries');
  const waiting = useResource<{ readonly deliveries: readonly Delivery[]; readonly next: string | null }>(
    `${path}?status=waiting&limit=${MOST}`,
    { kind: 'webhookDelivery' },
  );
  const [progress, tell] = useState<Progress | undefined>(undefined);
  const deliveries = waiting.value?.deliveries ?? [];
  if (failingSinceTs === null && deliveries.length === 0 && progress === undefined) return null;
  const due = deliveries.flatMap(({ nextAttemptAt }) => (nextAttemptAt === null ? [] : [Date.parse(nextAttemptAt)]));
  const next = due.length === 0 ? undefined : Math.min(...due);
  const isBusy = progress !== undefined && progress.done < progress.all;

  async function sendAll(): Promise<void> {
    const refused = new Map<string, number>();
    for (const [done, { deliveryId }] of [...deliveries].reverse().entries()) {
      tell({ done, all: deliveries.length, refused });
      try {
        await send('POST', `${path}/${deliveryId}/tryNow`);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const why = titleOf(error);
        refused.set(why, (refused.get(why) ?? 0) + 1);
      }
    }
    tell({ done: deliveries.length, all: deliveries.length, refused });
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
            {isBusy ? texts.progress(progress.done, progress.all) : texts.done(progress.all - sumOf(progress.refused))}
            {!isBusy && [...progress.refused].map(([why, count]) => ` ${texts.refused(count, why)}`)}
          </p>
        )}
      </Note>
    </div>
  );
}

const sumOf = (refused: ReadonlyMap<string, number>): number =>
  [...refused.values()].reduce((sum, one) => sum + one, 0);
