import type { DomainEvent } from '../../shared/kernel/index.js';
import type { PendingWrites } from '../../shared/persistence/index.js';
import { NotificationClosed } from '../../notifications/contract/index.js';
import {
  DeviceBlocked,
  DeviceRegistered,
  DeviceRemoved,
  OPERATORS_ENTERPRISE,
  UserStatusChanged,
} from '../../users/contract/index.js';

/** For each kind of thing, the scopes of which one is enough to be told that it has changed. */
export const scopesOfKind = {
  user: ['users:read'],
  idvSession: ['idv:read'],
  notification: ['notifications:read'],
  webhookDelivery: ['webhooks:read', 'webhooks:replay'],
  fourEyes: ['figures:read'],
  operator: ['operators:read'],
  client: ['clients:read'],
  audit: ['audit:read'],
} as const;
export type Kind = keyof typeof scopesOfKind;

/** Says that something has changed. It does not say what it is now. */
export type Change = {
  readonly kind: Kind;
  /** The id of the changed item. `null`: an item was added, or any item may have changed. */
  readonly id: string | null;
  /** `null` if it belongs to no enterprise. */
  readonly enterpriseId: string | null;
  /** `null` if it concerns both sides. */
  readonly test: boolean | null;
};

export const keyOfChange = ({ kind, id, enterpriseId, test }: Change): string =>
  JSON.stringify([kind, id, enterpriseId, test]);

/** Finds what a committed transaction has changed, for operators who watch. A look changes nothing. */
export function changesIn({ events, audit }: Pick<PendingWrites, 'events' | 'audit'>): Change[] {
  const entries = audit.filter(({ kind }) => !LOOKS.test(kind));
  return [
    ...events.flatMap(changesOf),
    ...entries.flatMap(({ kind, tenant }): Change[] => {
      if (tenant?.enterpriseId === OPERATORS_ENTERPRISE) return [];
      const place = { enterpriseId: tenant?.enterpriseId ?? null, test: tenant?.test ?? null };
      const changed = KINDS.find(([begin]) => kind.startsWith(begin))?.[1];
      return [{ kind: 'audit', id: null, ...place }, ...(changed ? [{ kind: changed, id: null, ...place }] : [])];
    }),
    ...entries.filter(({ kind }) => kind.startsWith('operators.')).flatMap(() => ofOperators),
  ];
}

const LOOKS = /-(?:viewed|searched|exported)$|\.searched$/;

/**
 * Finds the kind of a thing from the beginning of the kind of an audit entry. Other things are reported by their events
 * and signals.
 */
const KINDS: readonly (readonly [string, Kind])[] = [
  ['notifications.notification-created', 'notification'],
  ['users.user-enrolled', 'user'],
  ['webhooks.', 'webhookDelivery'],
  ['auth.client', 'client'],
];

const nowhere = { id: null, enterpriseId: null, test: null } as const;
const ofOperators: readonly Change[] = [
  { kind: 'operator', ...nowhere },
  { kind: 'fourEyes', ...nowhere },
];

function changesOf(event: DomainEvent): Change[] {
  if (event instanceof NotificationClosed) {
    const { notificationUuid, enterpriseId, test } = event.payload;
    return [{ kind: 'notification', id: notificationUuid, enterpriseId, test }];
  }
  if (ABOUT_USERS.some((type) => event instanceof type)) {
    const { userId, enterpriseId, test } = (event as UserStatusChanged).payload;
    return enterpriseId === OPERATORS_ENTERPRISE ? [] : [{ kind: 'user', id: userId, enterpriseId, test }];
  }
  return [];
}

const ABOUT_USERS = [UserStatusChanged, DeviceRegistered, DeviceBlocked, DeviceRemoved];
