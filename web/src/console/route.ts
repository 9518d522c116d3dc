import { computed, signal } from '@preact/signals';

const here = () => location.pathname + location.search;
const at = signal(here());

/** Paths that the server answers: the browser must load them instead of showing a page of the console. */
const ELSEWHERE = /^\/(?:api|assets|sign-in|step-up|signed-in|welcome)\b/;

export const route = computed(() => {
  const { pathname, searchParams } = new URL(at.value, location.origin);
  const [place = '', ...rest] = pathname.split('/').filter(Boolean).map(decode);
  return { place, id: rest.length === 0 ? undefined : rest.join('/'), query: searchParams };
});

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const pathTo = (...parts: readonly string[]) => `/${parts.map(encodeURIComponent).join('/')}`;

/** The address of the sign-in page, which leads back to the page that is open now. */
export const signInAddress = () => `/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`;

/** Opens a page. `state` is stored in the browser's history, and restored when the user navigates back. */
export function go(to: string, state: unknown = null): void {
  history.pushState(state, '', to);
  arrive();
}

/** Filters are in the address, so that a list can be sent to a colleague. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  history.replaceState(null, '', changed(changes));
  arrive();
}

export function changed(changes: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') query.delete(name);
    else query.set(name, value);
  }
  const search = query.toString();
  return `${location.pathname}${search === '' ? '' : `?${search}`}`;
}

export function arrive(): void {
  at.value = here();
}

/** Opens links to pages of the console without loading the document again. */
export function followLinks(): void {
  addEventListener('popstate', arrive);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (ELSEWHERE.test(link.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
