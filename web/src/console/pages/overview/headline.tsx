import { may } from '../../me.js';
import { useResource } from '../../resource.js';
import { clockOf } from '../../ui/format.js';
import { words } from '../../words/words.js';
import { comparedPath, type Figure } from './figures.js';
import { Median, Share } from './shares.js';

const texts = words.overview.figures;
const DONE = ['VERIFIED'];
const WITHIN_A_MINUTE = ['5', '10', '20', '40', '60'];

/** The few numbers that a responsible person looks at first, compared with the previous period. */
export function Figures({ days }: { readonly days: number }) {
  const sessions = useResource<Figure>(comparedPath('idv.sessions', days, 'outcome'));
  const seconds = useResource<Figure>(comparedPath('idv.seconds', days));
  const answers = useResource<Figure>(comparedPath('notifications.answerSeconds', days));
  const signIns = useResource<Figure>(comparedPath('auth.signIns', days, 'method'));
  const webhooks = useResource<Figure>(comparedPath('webhooks.deliveries', days, 'outcome'));
  const waiting = useWaiting();
  return (
    <>
      <div class="figures">
        <Share name={texts.verified} of={sessions.value} days={days} keys={DONE} />
        <Median name={texts.median} of={seconds.value} days={days} />
        <Share name={texts.answered} of={answers.value} days={days} keys={WITHIN_A_MINUTE} />
        <Share name={texts.passkeys} of={signIns.value} days={days} keys={['passkey']} />
        <Share
          name={texts.delivered}
          of={webhooks.value}
          days={days}
          keys={['delivered']}
          digits={2}
          besides={waiting}
        />
      </div>
      {sessions.value?.asOf && <p class="dim">{texts.asOf(clockOf(sessions.value.asOf))}</p>}
    </>
  );
}

const MOST = 100;

/**
 * The number of waiting deliveries, shown below the share of successful ones: they have neither succeeded nor failed,
 * so that share leaves them out.
 */
function useWaiting(): string | undefined {
  const { value } = useResource<{ readonly deliveries: readonly unknown[]; readonly next: string | null }>(
    may('webhooks:read') ? `/v1/webhookDeliveries?status=waiting&limit=${MOST}` : undefined,
  );
  if (!value || value.deliveries.length === 0) return undefined;
  return texts.waiting(value.next === null ? String(value.deliveries.length) : `${MOST}+`);
}
