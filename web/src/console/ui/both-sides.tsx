import type { ComponentChildren } from 'preact';
import { enterprise } from '../me.js';
import { place } from '../place.js';
import { words } from '../words/words.js';
import type { IconName } from './icon.js';
import { Note } from './parts.js';

interface BothSidesProps {
  readonly icon: IconName;
  /** What live and test data share. */
  readonly text: string;
  readonly children: ComponentChildren;
}

/** What live and test data share. The server shows it to operators with a role on live data, on either side. */
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
