import { signal } from '@preact/signals';

export const tabs = ['requests', 'history', 'settings'] as const;
export type Tab = (typeof tabs)[number];

export interface Route {
  readonly tab: Tab;
  /** The `notification_uuid` of the open request. */
  readonly open?: string;
}

/** Parses `#/history/0196f3d2-…`. Routes are in the fragment, so that the server has only one page. */
export function routeIn(hash: string): Route {
  const [, tab = '', open = ''] = hash.split('/');
  return { tab: tabs.find((one) => one === tab) ?? 'requests', ...(open !== '' && { open }) };
}

export const hashOf = ({ tab, open }: Route): string => `#/${tab}${open === undefined ? '' : `/${open}`}`;

export const route = signal<Route>(routeIn(location.hash));

addEventListener('hashchange', () => (route.value = routeIn(location.hash)));

export function go(to: Route): void {
  location.hash = hashOf(to);
}

/** Leaves the current screen, such as an open request, and shows the tab's list. */
export function leave(tab: Tab): void {
  location.hash = hashOf({ tab });
}
