import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { changed, route, setQuery } from '../route.js';
import { words } from '../words/words.js';
import { since } from './format.js';
import { Icon } from './icon.js';

export type Option = readonly [value: string, text: string];

interface ChipProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
}

/** One filter of a list, with its value and a button to remove it. Its value is stored in the page's address. */
export const Chip = ({ name, label, options }: ChipProps) => (
  <Filter name={name} label={label} shown={(at) => options.find(([value]) => value === at)?.[1] ?? at}>
    {(at, choose) =>
      options.map(([value, text]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === at}
          onClick={() => choose(value === at ? undefined : value)}
        >
          {text}
        </button>
      ))
    }
  </Filter>
);

/** A filter whose value the user types, instead of choosing it from a menu. */
export const WrittenChip = ({ name, label }: Omit<ChipProps, 'options'>) => (
  <Filter name={name} label={label} shown={(at) => at}>
    {(at, choose) => (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem(name);
          if (field instanceof HTMLInputElement) choose(field.value.trim() || undefined);
        }}
      >
        <input
          class="field"
          name={name}
          aria-label={label}
          maxLength={255}
          autocomplete="off"
          defaultValue={at ?? ''}
        />
        <button class="button slim">{words.apply}</button>
      </form>
    )}
  </Filter>
);

interface FilterProps {
  readonly name: string;
  readonly label: string;
  readonly shown: (value: string) => string;
  readonly children: (at: string | null, choose: (value: string | undefined) => void) => ComponentChildren;
}

function Filter({ name, label, shown, children }: FilterProps) {
  const at = route.value.query.get(name);
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute('open');
  const choose = (value: string | undefined) => {
    setQuery({ [name]: value, cursor: undefined });
    close();
  };
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) close();
    };
    addEventListener('pointerdown', closeOutside);
    return () => removeEventListener('pointerdown', closeOutside);
  }, []);
  return (
    <span class="near">
      <details
        class={`chip ${at === null ? '' : 'set'}`}
        ref={details}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      >
        <summary>
          {at === null && <Icon name="plus" />}
          {label}
          {at !== null && <b>{shown(at)}</b>}
        </summary>
        <div class="pop">{children(at, choose)}</div>
      </details>
      {at !== null && (
        <button
          type="button"
          class="button bare icon-only slim"
          aria-label={words.removeFilter(label)}
          onClick={() => choose(undefined)}
        >
          <Icon name="cross" />
        </button>
      )}
    </span>
  );
}

const KEPT_MS = 60 * 60_000;
let kept: { readonly of: string; readonly at: number; readonly start: string | undefined } | undefined;

/**
 * The time at which a span such as `7d` starts, for the filter of a list. It stays the same for an hour, so that the
 * list and the selected rows do not change. On later pages it always stays the same, because a cursor is valid for one
 * start only.
 */
export function startOf(span: string | null): string | undefined {
  if (span === null) return undefined;
  const { place, query } = route.value;
  const of = `${place} ${span}`;
  const isKept = kept?.of === of && (query.has('cursor') || Date.now() - kept.at < KEPT_MS);
  if (!isKept || !kept) kept = { of, at: Date.now(), start: since(span) };
  return kept.start;
}

const PAUSE = 250;

/** Searches shortly after the last key, and when Enter is pressed. */
export function Search({ name = 'q', placeholder }: { readonly name?: string; readonly placeholder: string }) {
  const asked = route.value.query.get(name) ?? '';
  const [text, write] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Keeps a space at the end of the typed text, because the user may still be typing. The address has no such space.
  useEffect(() => write((before) => (before.trim() === asked ? before : asked)), [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (value: string) => setQuery({ [name]: value.trim() || undefined, cursor: undefined });
  return (
    <form
      class="search"
      role="search"
      aria-label={placeholder}
      onSubmit={(event) => {
        event.preventDefault();
        clearTimeout(timer.current);
        ask(text);
      }}
    >
      <Icon name="search" />
      <input
        type="search"
        aria-label={placeholder}
        placeholder={placeholder}
        maxLength={255}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          write(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => ask(value), PAUSE);
        }}
      />
    </form>
  );
}

export const tabAt = (first: string) => route.value.query.get('tab') ?? first;

export type TabName = readonly [tab: string, text: string, count?: number | undefined];

/** Tabs as links, so that each can be opened in a new browser tab. */
export const Tabs = ({ names, label }: { readonly names: readonly TabName[]; readonly label: string }) => {
  const first = names[0]?.[0] ?? '';
  return (
    <nav class="tabs" aria-label={label}>
      {names.map(([tab, text, count]) => (
        <a
          key={tab}
          href={changed({ tab: tab === first ? undefined : tab, cursor: undefined })}
          aria-current={tabAt(first) === tab ? 'page' : undefined}
        >
          {text}
          {count !== undefined && <small>{count}</small>}
        </a>
      ))}
    </nav>
  );
};
