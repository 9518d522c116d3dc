import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { get } from '../api.js';
import { me } from '../me.js';
import { isOpenTo, places } from '../pages.js';
import { place } from '../place.js';
import { go, pathTo } from '../route.js';
import { Icon, type IconName } from '../ui/icon.js';
import { words } from '../words/words.js';

interface Found {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly userId: string | null;
  readonly within: string | null;
  readonly status: string | null;
}
interface Hit {
  readonly icon: IconName;
  readonly text: string;
  readonly small: string;
  readonly to: string;
  readonly group: string;
}

const PAUSE = 120;
const LEAST = 2;
const MOST_RECENT = 8;
/**
 * The search results that the operator opened last. They are shown only to that operator, and only for the same
 * enterprise and data (live or test). They are in memory only, so that names of people do not stay in the browser.
 */
let recent: { readonly whose: string; readonly hits: readonly Hit[] } = { whose: '', hits: [] };
const whose = (): string => JSON.stringify([me.value?.id, place.value]);
const recentHits = (): readonly Hit[] => (recent.whose === whose() ? recent.hits : []);

let open: (() => void) | undefined;
export const openPalette = (): void => open?.();

const ICONS: Readonly<Record<string, IconName>> = {
  user: 'users', idvSession: 'card', notification: 'bell', device: 'phone', webhookEndpoint: 'hook',
  webhookDelivery: 'hook', auditEvent: 'book', client: 'key',
}; // oxfmt-ignore

function addressOf({ kind, id, userId, within }: Found): string {
  if (kind === 'user') return pathTo('users', id);
  if (kind === 'idvSession') return pathTo('verifications', id);
  if (kind === 'notification') return pathTo('notifications', id);
  if (kind === 'device') return `${pathTo('users', userId ?? '')}?tab=devices`;
  if (kind === 'webhookEndpoint') return pathTo('webhooks', id);
  if (kind === 'webhookDelivery') return `${pathTo('webhooks', within ?? '')}?open=${encodeURIComponent(id)}`;
  if (kind === 'client') return pathTo('clients', id);
  return `/audit?open=${encodeURIComponent(id)}`;
}

const hitOf = (found: Found): Hit => ({
  icon: ICONS[found.kind] ?? 'search',
  text: found.title,
  small: [found.userId, found.status].filter((one) => one !== null && one !== found.title).join(' · ') || found.id,
  to: addressOf(found),
  group: words.search.kinds[found.kind] ?? found.kind,
});

function pagesFor(asked: string): Hit[] {
  return places
    .filter((page) => isOpenTo(page) && page.name.toLowerCase().startsWith(asked.toLowerCase()))
    .map(({ path, name, icon, key }) => ({
      icon,
      text: name,
      small: `g ${key}`,
      to: `/${path}`,
      group: words.search.go,
    }));
}

/** Searches shortly after the last key. An answer to an earlier text is dropped. */
function useFound(asked: string): readonly Hit[] | undefined {
  const [found, set] = useState<readonly Hit[] | undefined>([]);
  useEffect(() => {
    if (asked.length < LEAST) {
      set([]);
      return undefined;
    }
    set(undefined);
    const abort = new AbortController();
    const timer = setTimeout(() => {
      get<{ hits: readonly Found[] }>(`/v1/search?q=${encodeURIComponent(asked)}`, abort.signal).then(
        ({ hits }) => set(hits.map(hitOf)),
        () => !abort.signal.aborted && set([]),
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [asked]);
  return found;
}

export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, write] = useState('');
  const [at, move] = useState(0);
  const asked = text.trim();
  const found = useFound(asked);
  const hits = useMemo(
    () => [...(asked === '' ? recentHits() : []), ...pagesFor(asked), ...(found ?? [])],
    [asked, found, me.value, place.value],
  );
  const close = () => dialog.current?.close();
  const visit = (hit: Hit) => {
    if (hit.group !== words.search.go) {
      const others = recentHits().filter(({ to }) => to !== hit.to);
      const hits = [{ ...hit, group: words.search.recent }, ...others].slice(0, MOST_RECENT);
      recent = { whose: whose(), hits };
    }
    close();
    go(hit.to);
  };
  useEffect(() => {
    open = () => {
      move(0);
      if (dialog.current?.open === false) dialog.current.showModal();
    };
  }, []);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      move(Math.max(0, Math.min(hits.length - 1, at + step)));
    }
    const hit = hits[at];
    if (event.key === 'Enter' && hit) {
      event.preventDefault();
      visit(hit);
    }
  };
  return (
    <dialog
      class="palette"
      ref={dialog}
      aria-label={words.search.do}
      onClick={({ target }) => target === dialog.current && close()}
      onClose={() => write('')}
    >
      <div class="ask">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="found"
          aria-activedescendant={hits[at] ? `hit-${at}` : undefined}
          aria-label={words.search.hint}
          placeholder={words.search.hint}
          maxLength={255}
          value={text}
          onInput={({ currentTarget: { value } }) => {
            write(value);
            move(0);
          }}
          onKeyDown={press}
        />
        <kbd>esc</kbd>
      </div>
      <div class="found" id="found" role="listbox" aria-label={words.search.found}>
        {hits.map((hit, index) => (
          <div key={hit.to + hit.text} role="presentation">
            {hits[index - 1]?.group !== hit.group && <h3 role="presentation">{hit.group}</h3>}
            <div
              class="hit"
              id={`hit-${index}`}
              role="option"
              aria-selected={index === at}
              onClick={() => visit(hit)}
              onMouseMove={() => move(index)}
            >
              <Icon name={hit.icon} />
              <span>{hit.text}</span>
              <small>{hit.small}</small>
            </div>
          </div>
        ))}
      </div>
      {hits.length === 0 && found !== undefined && <p class="none dim">{words.search.none}</p>}
      <footer>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {words.search.choose}
        </span>
        <span>
          <kbd>↵</kbd> {words.search.open}
        </span>
        <span class="last">{words.search.noted}</span>
      </footer>
    </dialog>
  );
}
