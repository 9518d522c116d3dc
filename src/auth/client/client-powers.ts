import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../shared/kernel/index.js';
import { isEnterpriseScope } from '../tokens/token-plan.js';
import type { ClientProfile, KycSettings } from './client-profile.js';

/** A client with all that decides what it can do. */
export type WholeClient = ClientProfile & { readonly test: boolean; readonly kyc: KycSettings | null };

/**
 * Scopes of servers by which a client learns and changes no more than operators who hold them do. All other scopes are
 * power: a client shows no passkey, nobody counts whom it reads about, and some scopes open more to a client than to an
 * operator.
 */
const PLAIN: readonly string[] = ['clients:read', 'enterprises:read', 'figures:read', 'system:read'];

const isPower = (scope: string): boolean => isEnterpriseScope(scope) && !PLAIN.includes(scope);

type Powerful = Pick<WholeClient, 'test' | 'scopes' | 'apiScopes' | 'firstParty'>;

/** The scopes of a client, and `firstParty`, that operators cannot give alone. Clients for tests reach no real person. */
export function powersOf({ test, scopes, apiScopes, firstParty }: Powerful): string[] {
  if (test) return [];
  const held = [...scopes.filter((scope) => isPower(scope) || scope === 'notifications'), ...apiScopes];
  return firstParty ? [...held, 'firstParty'] : held;
}

type Rule<Value> = (before: Value, after: Value) => boolean;

const differs: Rule<unknown> = (before, after) => !isDeepStrictEqual(before, after);
const never: Rule<unknown> = () => false;
const gains: Rule<readonly unknown[]> = (before, after) =>
  after.some((one) => !before.some((known) => isDeepStrictEqual(known, one)));
const isSet: Rule<boolean> = (before, after) => after && !before;
const isUnset: Rule<boolean> = (before, after) => before && !after;
const isTakenOff: Rule<unknown> = (before, after) => before !== null && after !== before;
const isLowered: Rule<number | null> = (before, after) => (after ?? 1) < (before ?? 1);
/** The rule for lists of which an empty one admits everybody. */
const letsInMore: Rule<readonly string[]> = (before, after) =>
  before.length > 0 && (after.length === 0 || gains(before, after));

/** For each field, when a change of it lets others act as the client, sends something elsewhere, or weakens a check. */
const WIDENS: { readonly [Field in Exclude<keyof WholeClient, 'test'>]: Rule<WholeClient[Field]> } = {
  clientName: never,
  logoUri: never,
  redirectUris: gains,
  postLogoutRedirectUris: gains,
  grantTypes: gains,
  scopes: gains,
  apiScopes: gains,
  authMethod: differs,
  jwks: differs,
  jwksUri: differs,
  applicationType: differs,
  firstParty: isSet,
  consentEachTime: isUnset,
  accessTokenTtl: differs,
  refreshTokenTtl: differs,
  errorUrl: differs,
  allowedOrigins: gains,
  allowedCallers: letsInMore,
  backchannelLogoutUri: differs,
  idTokenSignedResponseAlg: differs,
  userinfoSignedResponseAlg: differs,
  dpopBoundAccessTokens: isUnset,
  requirePushedAuthorizationRequests: isUnset,
  requirePkce: isUnset,
  securityProfile: isTakenOff,
  jwtAccessTokens: isSet,
  accessTokenAudience: differs,
  idv: differs,
  leastLevel: isLowered,
  defaultAcrValues: differs,
  authorizationDetailsTypes: gains,
  backchannel: differs,
  kyc: differs,
};

type Field = keyof typeof WIDENS;
const fields = Object.keys(WIDENS) as Field[];
/** Fields that people read and see. */
const LOOKS: readonly Field[] = ['clientName', 'logoUri'];

const widens = (field: Field, before: WholeClient, after: WholeClient): boolean =>
  (WIDENS[field] as Rule<unknown>)(before[field], after[field]);

/**
 * Whether somebody gains power by this change: the client has power afterwards, and one of its fields is wider than
 * before.
 */
export const gainsPower = (before: WholeClient, after: WholeClient): boolean =>
  powersOf(after).length > 0 && fields.some((field) => widens(field, before, after));

/** Whether the change touches how the client works. */
export const changesMoreThanLooks = (before: WholeClient, after: WholeClient): boolean =>
  fields.some((field) => !LOOKS.includes(field) && differs(before[field], after[field]));

/** The fields that a second operator has looked at. */
export const lookOf = (client: WholeClient): JsonObject =>
  Object.fromEntries(fields.map((field) => [field, client[field]])) as unknown as JsonObject;
