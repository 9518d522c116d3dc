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

/** For each kind of object, the scopes with which an operator is notified of changes. One of them is enough. */
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

/** A notification that something has changed, without its new content. */
export type Change = {
  readonly kind: Kind;
  /** The id of the changed object. `null` means that an object was added, or that any object may have changed. */
  readonly id: string | null;
  /** The enterprise of the changed object; `null` if the change does not concern a single enterprise. */
  readonly enterpriseId: string | null;
  /** Whether the change concerns test data; `null` if it concerns both live and test data. */
  readonly test: boolean | null;
};

export const keyOfChange = ({ kind, id, enterpriseId, test }: Change): string =>
  JSON.stringify([kind, id, enterpriseId, test]);

/** Returns the changes that a transaction has committed. Audit entries about merely viewing data are ignored. */
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
 * The beginning of the kind of an audit entry, and the kind of object that has changed. Changes to other kinds of
 * objects are detected by domain events or signals.
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
