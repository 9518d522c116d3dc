import type { UserStatus } from '../user/user-status.js';

export const activityKinds = ['auditEvent', 'idvSession', 'notification'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** The position of an entry in a user's activity: its time in UTC with microseconds, and its id. */
export interface ActivityPosition {
  readonly at: string;
  readonly id: string;
}

export interface ActivityActor {
  readonly kind: 'client' | 'user' | 'operator' | 'system';
  readonly id: string | null;
  readonly actingFor: string | null;
}

/** An entry in a user's activity: something that the user did, or that was done to the user. */
export interface Activity extends ActivityPosition {
  readonly kind: ActivityKind;
  readonly title: string;
  readonly status: string | null;
  /** The actor, if known. */
  readonly actor: ActivityActor | null;
  readonly statusChange?: { readonly from: UserStatus; readonly to: UserStatus };
}

/** Formats a time with microseconds, as the database does. The last three digits are always zero. */
export const momentOf = (time: Date): string => time.toISOString().replace('Z', '000Z');

/**
 * Compares entries so that the newest sort first and, at equal times, the greatest id. Ids consist of lower-case
 * letters and digits, so this order matches that of the database.
 */
export function newerFirst(a: ActivityPosition, b: ActivityPosition): number {
  if (a.at !== b.at) return a.at > b.at ? -1 : 1;
  return a.id === b.id ? 0 : a.id > b.id ? -1 : 1;
}

export interface MergedPage {
  readonly shown: readonly Activity[];
  /** The position of the last entry on this page, so that the next page begins after it. Undefined on the last page. */
  readonly end: ActivityPosition | undefined;
}

/**
 * Merges the newest entries of all sources into one page. Each source must return up to `limit` + 1 entries, to show
 * whether another page follows.
 */
export function merged(sources: readonly (readonly Activity[])[], limit: number): MergedPage {
  const all = sources.flat().sort(newerFirst);
  const shown = all.slice(0, limit);
  const last = all.length > limit ? shown.at(-1) : undefined;
  return { shown, end: last && { at: last.at, id: last.id } };
}
