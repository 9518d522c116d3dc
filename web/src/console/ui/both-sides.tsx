import type { ComponentChildren } from 'preact';
import { enterprise } from '../me.js';
import { place } from '../place.js';
import { words } from '../words/words.js';
import type { IconName } from './icon.js';
import { Note } from './parts.js';

interface BothSidesProps {
  readonly icon: IconName;
  /** A sentence that tells the user which data live and test share. */
  readonly text: string;
  readonly children: ComponentChildren;
}

/** Shows data that live and test share. The server shows it on either side to operators with a role on live data. */
export function BothSides({ icon, text, children }: BothSidesProps) {
  if (place.value.data === 'live') return <>{children}</>;
  if (!enterprise.value?.sides.includes('live'))
    return (
      <Note icon={icon}>
        {text} {words.needsLiveRole}
      </Note>
    );
  return (
    <div class="stack">
      <Note icon={icon}>{text}</Note>
      {children}
    </div>
  );
}
