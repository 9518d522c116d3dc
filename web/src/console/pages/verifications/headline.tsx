import { may } from '../../me.js';
import { useResource } from '../../resource.js';
import { words } from '../../words/words.js';
import { type Figure, figurePath } from '../overview/figures.js';
import { Median, Share } from '../overview/shares.js';

const texts = words.verifications.figures;
const DAYS = 30;
const REJECTED = ['DOCUMENT_REJECTED', 'DOCUMENT_MISMATCH', 'SELFIE_FAILED', 'KYC_FAILED'];

/** Figures about the results of verifications in the last days. */
export function Headline() {
  const mayRead = may('figures:read');
  const sessions = useResource<Figure>(mayRead ? figurePath('idv.sessions', DAYS, 'outcome') : undefined);
  const seconds = useResource<Figure>(mayRead ? figurePath('idv.seconds', DAYS) : undefined);
  if (!mayRead || !sessions.value) return null;
  return (
    <div class="figures">
      <Share name={texts.verified} of={sessions.value} keys={['VERIFIED']} />
      <Share name={texts.rejected} of={sessions.value} keys={REJECTED} />
      <Share name={texts.left} of={sessions.value} keys={['EXPIRED']} />
      <Median name={texts.median} of={seconds.value} />
    </div>
  );
}
