import { signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { route } from '../route.js';
import { words } from '../words/words.js';
import { Icon } from './icon.js';

const texts = words.views;
const KEY = 'console-views';
const LONGEST = 60;
const MOST = 12;

interface View {
  readonly place: string;
  readonly name: string;
  readonly query: string;
}

/**
 * Reads the stored views. Malformed ones, from another release or edited by hand, are ignored, so that the list still
 * works.
 */
function stored(): readonly View[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(read) ? read.filter(isView) : [];
  } catch {
    return [];
  }
}
const isView = (one: Partial<View> | null): one is View =>
  typeof one?.place === 'string' && typeof one.name === 'string' && typeof one.query === 'string';

const isAt = (view: View, place: string, name: string) => view.place === place && view.name === name;

const views = signal(stored());

/** Changes the stored views. They are read from storage again first, because another tab may have changed them. */
function keep(change: (all: readonly View[]) => readonly View[]): void {
  views.value = change(stored());
  localStorage.setItem(KEY, JSON.stringify(views.value));
}

/**
 * Saved views: addresses of a list under names of the operator's choice. Only filters that identify no person are
 * saved.
 */
export function Views({ keeps }: { readonly keeps: readonly string[] }) {
  const { place, query } = route.value;
  const details = useRef<HTMLDetailsElement>(null);
  const current = new URLSearchParams(pick(keeps, query));
  const now = current.toString();
  const own = views.value.filter((one) => one.place === place);
  const isKept = own.some((one) => one.query === now);
  if (own.length === 0 && now === '') return null;
  const save = (name: string) => {
    keep((all) => [...all.filter((one) => !isAt(one, place, name)), { place, name, query: now }]);
    details.current?.removeAttribute('open');
  };
  return (
    <nav class="views" aria-label={texts.label}>
      {own.length > 0 && (
        <a class="view" href={`/${place}`} aria-current={now === '' ? 'page' : undefined}>
          {texts.all}
        </a>
      )}
      {own.map((one) => (
        <span key={one.name} class="near">
          <a class="view" href={`/${place}?${one.query}`} aria-current={one.query === now ? 'page' : undefined}>
            {one.name}
          </a>
          <button
            type="button"
            class="button bare icon-only slim"
            aria-label={texts.remove(one.name)}
            onClick={() => keep((all) => all.filter((other) => !isAt(other, place, one.name)))}
          >
            <Icon name="cross" />
          </button>
        </span>
      ))}
      {now !== '' && !isKept && own.length < MOST && (
        <details class="chip" ref={details}>
          <summary>
            <Icon name="plus" />
            {texts.save}
          </summary>
          <div class="pop">
            <form
              onSubmit={(event) => {
                event.preventDefault();
                const field = event.currentTarget.elements.namedItem('view');
                if (field instanceof HTMLInputElement && field.value.trim() !== '') save(field.value.trim());
              }}
            >
              <input
                class="field"
                name="view"
                aria-label={texts.name}
                maxLength={LONGEST}
                autocomplete="off"
                required
              />
              <button class="button slim">{texts.do}</button>
              <small class="dim">{texts.note}</small>
            </form>
          </div>
        </details>
      )}
    </nav>
  );
}

const pick = (names: readonly string[], query: URLSearchParams): string[][] =>
  names.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
