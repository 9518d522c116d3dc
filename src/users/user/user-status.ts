import {
  type Actor,
  defineMachine,
  type DomainError,
  type ErrorDetails,
  previous,
  type StateOf,
} from '../../shared/kernel/index.js';
import { UserErrors } from '../contract/users.errors.js';
import type { ChangedBy } from '../contract/users.events.js';

// oxfmt-ignore
export const userStatus = defineMachine('User status', UserErrors.statusRefused, [
  // from          action           to            only when
  [null,          'enrol',         'ONBOARDING'],
  [null,          'create',        'CREATED'],
  [null,          'takeOver',      'ACTIVE',     'hasPassword'],

  ['ONBOARDING',  'complete',      'CREATED',    'idvVerified'],

  ['CREATED',     'activate',      'ACTIVE',     'codeMatches'],
  ['RESET',       'activate',      'ACTIVE',     'codeMatches'],
  ['INACTIVE',    'activate',      'ACTIVE',     'codeMatches'],

  ['ONBOARDING',  'block',         'BLOCKED'],
  ['CREATED',     'block',         'BLOCKED'],
  ['ACTIVE',      'block',         'BLOCKED'],
  ['PAUSED',      'block',         'BLOCKED'],
  ['RESET',       'block',         'BLOCKED'],
  ['INACTIVE',    'block',         'BLOCKED'],
  ['BLOCKED',     'unblock',       previous('ONBOARDING', 'CREATED', 'ACTIVE', 'PAUSED', 'RESET', 'INACTIVE')],

  ['CREATED',     'pause',         'PAUSED'],
  ['ACTIVE',      'pause',         'PAUSED'],
  ['PAUSED',      'unpause',       previous('CREATED', 'ACTIVE')],

  ['ACTIVE',      'reset',         'RESET'],
  ['PAUSED',      'reset',         'RESET'],
  ['INACTIVE',    'reset',         'RESET'],

  ['ACTIVE',      'fallInactive',  'INACTIVE',   'unusedTooLong'],

  ['ONBOARDING',  'delete',        'DELETED'],
  ['CREATED',     'delete',        'DELETED'],
  ['ACTIVE',      'delete',        'DELETED'],
  ['BLOCKED',     'delete',        'DELETED'],
  ['PAUSED',      'delete',        'DELETED'],
  ['RESET',       'delete',        'DELETED'],
  ['INACTIVE',    'delete',        'DELETED'],
]);

export type UserStatus = StateOf<typeof userStatus.arrows>;

/**
 * The API's verbs for status changes, and the action for each. A verb names a transition, not a target state, because
 * two transitions may lead to the same state.
 */
export const statusVerbs = {
  CREATED: 'complete',
  BLOCKED: 'block',
  UNBLOCK: 'unblock',
  PAUSED: 'pause',
  UNPAUSE: 'unpause',
  RESET: 'reset',
  DELETED: 'delete',
} as const;

export type StatusVerb = keyof typeof statusVerbs;
export type StatusAction = (typeof statusVerbs)[StatusVerb];

export const isStatusVerb = (value: unknown): value is StatusVerb =>
  typeof value === 'string' && Object.hasOwn(statusVerbs, value);

/** Whether the user is already in the target state of the action. */
export const alreadyHolds = (action: StatusAction, status: UserStatus): boolean =>
  userStatus.expanded.some(([, other, to]) => other === action && to === status);

/** Whether the status has a transition for the action. Does not check the condition of this transition. */
export const allows = (status: UserStatus, action: (typeof userStatus.actions)[number]): boolean =>
  userStatus.arrows.some(([from, other]) => from === status && other === action);

export interface AllowedVerb {
  readonly verb: StatusVerb;
  readonly to: UserStatus;
  readonly needs?: 'idvVerified';
}

interface StatusFacts {
  readonly status: UserStatus;
  readonly previousStatuses: readonly UserStatus[];
  readonly idvStatus: string | null;
}

const ALL_MET = { idvVerified: true, codeMatches: true, unusedTooLong: true, hasPassword: true };

/** Returns the verbs that the current status allows, and the target state of each. */
export const verbsOf = ({ status, previousStatuses: memory, idvStatus }: StatusFacts): AllowedVerb[] =>
  (Object.keys(statusVerbs) as StatusVerb[])
    .filter((verb) => allows(status, statusVerbs[verb]))
    .map((verb) => {
      const action = statusVerbs[verb];
      const { state: to } = userStatus.step({ state: status, memory }, action, ALL_MET);
      return { verb, to, ...(action === 'complete' && idvStatus !== 'VERIFIED' && { needs: 'idvVerified' }) };
    });

/**
 * Creates the error for a verb that the user's current status does not allow. The member `to` of the error is the verb.
 */
export const refusedVerb = (from: UserStatus, verb: StatusVerb, facts: ErrorDetails = {}): DomainError =>
  UserErrors.statusRefused(
    `${userStatus.name}: ${from} does not allow ${verb}` +
      (facts['when'] === 'idvVerified' ? ' until an identity verification has ended VERIFIED' : ''),
    { ...facts, from, action: statusVerbs[verb], to: verb },
  );

/** A change of a user's status: who made it, from what to what, and why. */
export interface StatusChange {
  readonly at: string;
  readonly from: UserStatus | null;
  readonly to: UserStatus;
  readonly by: ChangedBy;
  readonly actor: Actor;
  readonly comments: string | null;
}
