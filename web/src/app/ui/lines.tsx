import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';

/** Runs the work, and shows a message if it fails. */
export type Attempt = (work: () => Promise<unknown>) => Promise<void>;

export const Group = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <section class="group">
    <h2>{title}</h2>
    <div class="lines">{children}</div>
  </section>
);

interface LineProps {
  readonly icon: IconName;
  readonly name: string;
  readonly children?: ComponentChildren;
}

export const Line = ({ icon, name, children }: LineProps) => (
  <div class="line">
    <Icon name={icon} />
    <span class="text">
      <span class="name">{name}</span>
      <span class="value">{children}</span>
    </span>
  </div>
);
