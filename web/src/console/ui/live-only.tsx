import type { ComponentChildren } from 'preact';
import { place } from '../place.js';
import type { IconName } from './icon.js';
import { Note } from './parts.js';

interface LiveOnlyProps {
  readonly icon: IconName;
  /** Where it is found. */
  readonly text: string;
  readonly children: ComponentChildren;
}

/** For what belongs to no side of the data, and is shown on the live one. */
export const LiveOnly = ({ icon, text, children }: LiveOnlyProps) =>
  place.value.data === 'live' ? <>{children}</> : <Note icon={icon}>{text}</Note>;
