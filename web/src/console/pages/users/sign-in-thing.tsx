import { type ComponentChildren } from 'preact';
import { may } from '../../me.js';
import type { Resource } from '../../resource.js';
import { Icon, type IconName } from '../../ui/icon.js';

export interface Asked {
  readonly title: string;
  readonly text: string;
  readonly verb: string;
  readonly path: string;
  readonly of: Resource<unknown>;
  /** Whether a reason is asked for, which a second operator reads before approving. */
  readonly withReason?: boolean;
}

type Ask = (asked: Asked) => void;
export type Below = (...parts: readonly string[]) => string;

export interface PartProps {
  readonly id: string;
  readonly below: Below;
  readonly ask: Ask;
}

interface ThingProps {
  readonly icon: IconName;
  readonly title: string;
  readonly verb?: string;
  readonly danger?: boolean;
  readonly onClick?: () => void;
  readonly children: ComponentChildren;
}
/** Shows one way to sign in, one session or one application, with a button for an action on it. */
export const Thing = ({ icon, title, verb, danger, onClick, children }: ThingProps) => (
  <li>
    <Icon name={icon} />
    <span class="grow">
      <strong>{title}</strong>
      <small>{children}</small>
    </span>
    {onClick && may('users:write') && (
      <button type="button" class={`button slim ${danger ? 'danger' : ''}`} onClick={onClick}>
        {verb}
      </button>
    )}
  </li>
);
