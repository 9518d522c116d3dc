import { useResource } from '../../resource.js';
import { clockOf } from '../../ui/format.js';
import { words } from '../../words/en.js';
import { type Figure, figurePath } from './figures.js';
import { Median, Share } from './shares.js';

const texts = words.overview.figures;
const DONE = ['VERIFIED'];
const WITHIN_A_MINUTE = ['5', '10', '20', '40', '60'];

/** The few numbers that somebody who is responsible looks at first. */
export function Figures({ days }: { readonly days: number }) {
  const sessions = useResource<Figure>(figurePath('idv.sessions', days, 'outcome'));
  const seconds = useResource<Figure>(figurePath('idv.seconds', days));
  const answers = useResource<Figure>(figurePath('notifications.answerSeconds', days));
  const signIns = useResource<Figure>(figurePath('auth.signIns', days, 'method'));
  const webhooks = useResource<Figure>(figurePath('webhooks.deliveries', days, 'outcome'));
  return (
    <>
      <div class="figures">
        <Share name={texts.verified} of={sessions.value} keys={DONE} />
        <Median name={texts.median} of={seconds.value} />
        <Share name={texts.answered} of={answers.value} keys={WITHIN_A_MINUTE} />
        <Share name={texts.passkeys} of={signIns.value} keys={['passkey']} />
        <Share name={texts.delivered} of={webhooks.value} keys={['delivered']} digits={2} />
      </div>
      {sessions.value?.asOf && <p class="dim">{texts.asOf(clockOf(sessions.value.asOf))}</p>}
    </>
  );
}
