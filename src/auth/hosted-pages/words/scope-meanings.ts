import type { Words } from './en.js';

const MEANING: Readonly<Record<string, keyof Words>> = {
  openid: 'scopeOpenid',
  profile: 'scopeProfile',
  email: 'scopeEmail',
  phone: 'scopePhone',
  groups: 'scopeGroups',
  offline_access: 'scopeOffline',
  notifications: 'scopeNotifications',
};

/**
 * The description of a scope for the user who is asked to grant it. `own` contains the descriptions of the scopes of
 * the enterprise's own APIs.
 */
export function meaningOf(words: Words, scope: string, own: ReadonlyMap<string, string> = new Map()): string {
  const key = MEANING[scope];
  return key === undefined ? (own.get(scope) ?? scope) : words[key];
}
