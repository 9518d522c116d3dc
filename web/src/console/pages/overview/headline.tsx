import { useResource } from '../../resource.js';
import { clockOf } from '../../ui/format.js';
import { words } from '../../words/en.js';
import { type Figure, figurePath } from './figures.js';
import { Median, Share } from './shares.js';

const texts = words.overview.figures;
const DONE = ['VERIFIED'];
const WITHIN_A_MINUTE = ['5', '10', '20', '40', '60'];

/** The few numbers that somebody who is responsible looks at first, beside those of as many days before. */
export function Figures({ days }: { readonly days: number }) {
  const both = 2 * days;
  const sessions = useResource<Figure>(figurePath('idv.sessions', both, 'outcome'));
  const seconds = useResource<Figure>(figurePath('idv.seconds', both));
  const answers = useResource<Figure>(figurePath('notifications.answerSeconds', both));
  const signIns = useResource<Figure>(figurePath('auth.signIns', both, 'method'));
  const webhooks = useResource<Figure>(figurePath('webhooks.deliveries', both, 'outcome'));
  return (
    <>
      <div class="figures">
        <Share name={texts.verified} of={sessions.value} days={days} keys={DONE} />
        <Median name={texts.median} of={seconds.value} days={days} />
        <Share name={texts.answered} of={answers.value} days={days} keys={WITHIN_A_MINUTE} />
        <Share name={texts.passkeys} of={signIns.value} days={days} keys={['passkey']} />
        <Share name={texts.delivered} of={webhooks.value} days={days} keys={['delivered']} digits={2} />
      </div>
      {sessions.value?.asOf && <p class="dim">{texts.asOf(clockOf(sessions.value.asOf))}</p>}
    </>
  );
}
