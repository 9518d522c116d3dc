import { may } from '../../me.js';
import { useResource } from '../../resource.js';
import { words } from '../../words/words.js';
import { type Figure, figurePath } from '../overview/figures.js';
import { Share } from '../overview/shares.js';

const texts = words.notifications.figures;
const DAYS = 30;
const WITHIN_A_MINUTE = ['5', '10', '20', '40', '60'];

/** Figures about the answers to questions in the last days. */
export function Headline() {
  const mayRead = may('figures:read');
  const answers = useResource<Figure>(mayRead ? figurePath('notifications.closed', DAYS, 'answer') : undefined);
  const seconds = useResource<Figure>(mayRead ? figurePath('notifications.answerSeconds', DAYS) : undefined);
  const approvals = useResource<Figure>(mayRead ? figurePath('notifications.approvals', DAYS, 'answer') : undefined);
  if (!mayRead || !answers.value) return null;
  return (
    <div class="figures">
      <Share name={texts.accepted} of={answers.value} keys={['accept']} />
      <Share name={texts.declined} of={answers.value} keys={['reject']} />
      <Share name={texts.fraud} of={answers.value} keys={['fraud']} digits={2} />
      <Share name={texts.approved} of={approvals.value} keys={['accept']} />
      <Share name={texts.soon} of={seconds.value} keys={WITHIN_A_MINUTE} />
    </div>
  );
}
