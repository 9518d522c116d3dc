import type { ComponentChildren } from 'preact';
import { enterprise } from '../me.js';
import { place } from '../place.js';
import { seeData } from '../side-of-data.js';
import { words } from '../words/words.js';
import type { IconName } from './icon.js';
import { Note } from './parts.js';

interface LiveOnlyProps {
  readonly icon: IconName;
  /** The page where it is found. */
  readonly text: string;
  readonly children: ComponentChildren;
}

/** For things that belong to neither side of the data, and are shown on the live one. */
export const LiveOnly = ({ icon, text, children }: LiveOnlyProps) =>
  place.value.data === 'live' ? (
    <>{children}</>
  ) : (
    <Note icon={icon}>
      {text}{' '}
      {enterprise.value?.sides.includes('live') && (
        <button type="button" class="button slim" onClick={() => seeData({ data: 'live' })}>
          {words.showLive}
        </button>
      )}
    </Note>
  );
