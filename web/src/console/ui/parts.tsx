import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { words } from '../words/words.js';
import { ago, clockOf, exactly, initials, type Moment, spoken } from './format.js';
import { Icon, type IconName } from './icon.js';
import { say } from './toast.js';

type Children = { readonly children?: ComponentChildren };
export type Tone = 'good' | 'bad' | 'warn' | 'info' | '';

const toneOf: Readonly<Record<string, Tone>> = {
  ACTIVE: 'good', VERIFIED: 'good', UPDATED: 'good', delivered: 'good', BLOCKED: 'bad', DOCUMENT_REJECTED: 'bad',
  DOCUMENT_MISMATCH: 'bad', SELFIE_FAILED: 'bad', KYC_FAILED: 'bad', TAMPERED: 'bad', failed: 'bad', refused: 'bad',
  REVIEW: 'warn', PAUSED: 'warn', RESET: 'warn', waiting: 'warn', IN_PROGRESS: 'info', ONBOARDING: 'info',
  CREATED: 'info', NEXT: 'info', invited: 'info', blocked: 'bad', active: 'good',
}; // oxfmt-ignore

/** The code of the API in readable form. The code itself is in the title, for colleagues who work with the API. */
export const Status = ({ of, tone, text }: { readonly of: string; readonly tone?: Tone; readonly text?: string }) => (
  <span class={`tag ${tone ?? toneOf[of] ?? ''} ${of === 'IN_PROGRESS' ? 'live' : ''}`} title={of}>
    {text ?? spoken(of)}
  </span>
);

export const Tag = ({ tone = '', children }: Children & { readonly tone?: Tone }) => (
  <span class={`tag plain ${tone}`}>{children}</span>
);

export const Dash = () => <span class="dim">–</span>;

export const Time = ({ at }: { readonly at: Moment | null | undefined }) =>
  at === null || at === undefined ? (
    <span class="dim">{words.time.never}</span>
  ) : (
    <time dateTime={new Date(at).toISOString()} title={exactly(at)}>
      {ago(at)}
    </time>
  );

interface CopyProps {
  readonly text: string;
  readonly short?: number;
}

/** Copies a text. If the browser refuses, the whole text is selected, so that the operator can copy it. */
export function Copy({ text, short }: CopyProps) {
  const [isRefused, refuse] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say(words.copied);
    } catch {
      refuse(true);
      say(words.notCopied);
    }
  };
  if (isRefused)
    return (
      <input
        class="field mono"
        readOnly
        dir="auto"
        aria-label={words.notCopied}
        value={text}
        ref={select}
        onClick={(event) => event.stopPropagation()}
        onBlur={() => refuse(false)}
      />
    );
  return (
    <button
      type="button"
      class="copy"
      title={words.copy(text)}
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    >
      <span>{short !== undefined && text.length > short ? `${text.slice(0, short - 5)}…${text.slice(-4)}` : text}</span>
      <span class="unseen">{words.copyIt}</span>
      <Icon name="copy" />
    </button>
  );
}

function select(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

export const Person = ({ name, under }: { readonly name: string; readonly under?: ComponentChildren }) => (
  <span class="person">
    <span class="face" aria-hidden="true">
      {initials(name)}
    </span>
    <span>
      <span class="main">{name}</span>
      {under !== undefined && <small>{under}</small>}
    </span>
  </span>
);

interface CardProps extends Children {
  readonly title?: string;
  readonly note?: string | undefined;
  readonly end?: ComponentChildren;
  /** Whether the content of the card has no padding. */
  readonly flush?: boolean;
}
export const Card = ({ title, note, end, children, flush }: CardProps) => (
  <section class="card">
    {title !== undefined && (
      <header>
        <div>
          <h2>{title}</h2>
          {note !== undefined && <p>{note}</p>}
        </div>
        {end}
      </header>
    )}
    {flush ? children : <div class="in">{children}</div>}
  </section>
);

/** The title of a page. It takes the focus when the page is opened, so that screen readers begin there. */
export function Title({ text, of, children }: Children & { readonly text: ComponentChildren; readonly of: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${of} · ${words.product}`;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body || activeElement.closest('.side, dialog, main'))
      title.current?.focus({ preventScroll: true });
  }, [of]);
  return (
    <h1 ref={title} tabIndex={-1}>
      {text}
      {children}
    </h1>
  );
}

export const Head = ({ title, text, children }: Children & { readonly title: string; readonly text?: string }) => (
  <div class="head">
    <div>
      <Title text={title} of={title} />
      {text !== undefined && <p>{text}</p>}
    </div>
    {children !== undefined && <div class="buttons">{children}</div>}
  </div>
);

export const Facts = ({ rows }: { readonly rows: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="facts">
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value ?? <Dash />}</dd>
      </div>
    ))}
  </dl>
);

interface NoteProps extends Children {
  readonly tone?: Tone;
  readonly icon?: IconName;
}
export const Note = ({ tone = '', icon = 'about', children }: NoteProps) => (
  <div class={`note ${tone}`}>
    <Icon name={icon} />
    <div>{children}</div>
  </div>
);

interface EmptyProps extends Children {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}
/** A note in place of an empty list: why it is empty, and what the user can do. */
export const Empty = ({ icon, title, text, children }: EmptyProps) => (
  <div class="empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
);

export interface Happened {
  readonly at: string;
  readonly text: string;
  readonly extra?: ComponentChildren;
  readonly tone?: Tone;
  readonly to?: string | undefined;
}
export const Timeline = ({ events, exact }: { readonly events: readonly Happened[]; readonly exact?: boolean }) => (
  <ol class="timeline">
    {events.map(({ at, text, extra, tone = '', to }, index) => (
      <li key={`${at} ${index}`} class={tone}>
        <span class="dot" />
        <span>
          {to === undefined ? (
            text
          ) : (
            <a class="link" href={to}>
              {text}
            </a>
          )}
          {extra !== undefined && <span class="who">{extra}</span>}
        </span>
        {exact ? (
          <time dateTime={at} title={exactly(at)}>
            {clockOf(at)}
          </time>
        ) : (
          <Time at={at} />
        )}
      </li>
    ))}
  </ol>
);

export const isTyping = ({ target }: Event) =>
  target instanceof HTMLElement && target.matches('input:not([type=radio]), textarea, select, [contenteditable]');
