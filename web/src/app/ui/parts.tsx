import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../language.js';
import { leave, type Tab } from '../route.js';
import { Icon, type IconName } from './icon.js';

interface TitleProps {
  readonly children: ComponentChildren;
  /** The id of the shown object. When it changes, the title takes the focus. */
  readonly of?: string;
  readonly quiet?: boolean;
}

/**
 * A title that takes the focus when its screen is opened, so that screen readers begin there. On the first screen after
 * the app was loaded, it does not.
 */
export function Title({ children, of = '', quiet = false }: TitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (opened.count++ > 0 && !quiet) heading.current?.focus({ preventScroll: true });
  }, [of]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

const opened = { count: 0 };

export const BackTo = ({ tab, label }: { readonly tab: Tab; readonly label: string }) => (
  <button type="button" class="plain back" onClick={() => leave(tab)}>
    <Icon name="back" />
    {label}
  </button>
);

interface NoteProps {
  readonly kind: 'bad' | 'good' | 'calm';
  readonly icon?: IconName;
  readonly children: ComponentChildren;
  /** Whether screen readers announce the note at once, interrupting other speech. */
  readonly loud?: boolean;
}

export const Note = ({ kind, icon = 'alert', children, loud = false }: NoteProps) => (
  <div class={`note ${kind}`} role={loud ? 'alert' : undefined}>
    <Icon name={icon} />
    <div>{children}</div>
  </div>
);

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** The level of the heading: `h1` on a page without another one. */
  readonly heading?: 'h1' | 'h2';
  readonly children?: ComponentChildren;
}

/** A note in place of an empty list that says why the list is empty. */
export const Empty = ({ icon, title, text, heading = 'h2', children }: EmptyProps) => (
  <div class="empty">
    <span class="symbol">
      <Icon name={icon} />
    </span>
    {heading === 'h1' ? <Title of={title}>{title}</Title> : <h2>{title}</h2>}
    <p>{text}</p>
    {children}
  </div>
);

/** A placeholder for a list while it is loaded. */
export const Skeleton = () => (
  <div class="skeleton" role="status">
    <span class="unseen">{t('loading')}</span>
    {[0, 1, 2].map((one) => (
      <div key={one} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
    ))}
  </div>
);

export const Spinner = () => <span class="spinner" aria-hidden="true" />;

interface BusyButtonProps {
  readonly class?: string;
  readonly busy: boolean;
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly onClick?: () => void;
  readonly children: ComponentChildren;
}

/** A button that keeps its size while its work runs, and ignores further presses. */
export const BusyButton = ({
  busy,
  type = 'button',
  disabled = false,
  onClick,
  children,
  ...rest
}: BusyButtonProps) => (
  <button
    {...rest}
    type={type}
    aria-busy={busy}
    disabled={disabled}
    onClick={(event) => {
      if (busy) event.preventDefault();
      else onClick?.();
    }}
  >
    {busy && <Spinner />}
    <span class="label">{children}</span>
  </button>
);
