import { lazyPage, type PageModule } from './lazy-page.js';
import { may, mayAsk } from './me.js';
import type { IconName } from './ui/icon.js';
import { words } from './words/words.js';

export interface Place {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** The second key of the shortcut that opens the page, after `g`. */
  readonly key: string;
  readonly group: keyof typeof words.groups;
  /** The scopes, at least one of which is needed to see the page's content. */
  readonly scopes: readonly string[];
  /** A right that also gives access to the page, even if each use needs a colleague's approval. */
  readonly right?: string;
  /** The page's chapter in the guide, below `operators/console`. */
  readonly guide: string;
  readonly page: PageModule;
}

const { places: names } = words;

/** Each page is a separate script that is loaded when the page is opened. */
export const places: readonly Place[] = [
  {
    path: '',
    name: names.overview,
    icon: 'home',
    key: 'o',
    group: 'none',
    scopes: [],
    guide: 'what-needs-your-attention',
    page: lazyPage(() => import('./pages/overview/overview.js')),
  },
  {
    path: 'users',
    name: names.users,
    icon: 'users',
    key: 'u',
    group: 'people',
    scopes: ['users:read'],
    guide: 'a-person',
    page: lazyPage(() => import('./pages/users/users.js')),
  },
  {
    path: 'verifications',
    name: names.verifications,
    icon: 'card',
    key: 'v',
    group: 'people',
    scopes: ['idv:read'],
    guide: 'reviewing-well',
    page: lazyPage(() => import('./pages/verifications/verifications.js')),
  },
  {
    path: 'notifications',
    name: names.notifications,
    icon: 'bell',
    key: 'n',
    group: 'people',
    scopes: ['notifications:read'],
    guide: 'templates',
    page: lazyPage(() => import('./pages/notifications/notifications.js')),
  },
  {
    path: 'clients',
    name: names.clients,
    icon: 'key',
    key: 'c',
    group: 'programs',
    scopes: ['clients:read', 'system:read'],
    right: 'secure',
    guide: 'clients-keys-and-the-system',
    page: lazyPage(() => import('./pages/clients/clients.js')),
  },
  {
    path: 'webhooks',
    name: names.webhooks,
    icon: 'hook',
    key: 'w',
    group: 'programs',
    scopes: ['webhooks:read', 'webhooks:replay', 'webhooks:write'],
    guide: 'evidence-and-deliveries',
    page: lazyPage(() => import('./pages/webhooks/webhooks.js')),
  },
  {
    path: 'four-eyes',
    name: names.fourEyes,
    icon: 'eyes',
    key: 'f',
    group: 'oversight',
    scopes: ['figures:read'],
    guide: 'four-eyes',
    page: lazyPage(() => import('./pages/four-eyes/four-eyes.js')),
  },
  {
    path: 'audit',
    name: names.audit,
    icon: 'book',
    key: 'a',
    group: 'oversight',
    scopes: ['audit:read'],
    guide: 'exports',
    page: lazyPage(() => import('./pages/audit/audit.js')),
  },
  {
    path: 'settings',
    name: names.settings,
    icon: 'settings',
    key: 's',
    group: 'oversight',
    scopes: [],
    guide: 'roles',
    page: lazyPage(() => import('./pages/settings/settings.js')),
  },
];

export const isOpenTo = ({ scopes, right }: Place): boolean =>
  scopes.length === 0 || scopes.some(may) || (right !== undefined && mayAsk(right));
