import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../shared/kernel/index.js';
import { isEnterpriseScope } from '../tokens/token-plan.js';
import type { ClientProfile, KycSettings } from './client-profile.js';

/** A client with all the settings that determine what it can do. */
export type WholeClient = ClientProfile & { readonly test: boolean; readonly kyc: KycSettings | null };

/**
 * Scopes of the management API that do not count as powerful, because they give a client no more than an operator has
 * already. All others count as powerful: a client needs no passkey, nobody monitors which personal data it reads, and
 * some scopes let a client do more than an operator with the same scope.
 */
const PLAIN: readonly string[] = ['clients:read', 'enterprises:read', 'figures:read', 'system:read'];

const isPower = (scope: string): boolean => isEnterpriseScope(scope) && !PLAIN.includes(scope);

type Powerful = Pick<WholeClient, 'test' | 'scopes' | 'apiScopes' | 'firstParty'>;

/**
 * The scopes of a client (and `firstParty`) that an operator cannot grant without a second operator's approval. Test
 * clients have none, because they cannot reach real users.
 */
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
/** Whether an allow list admits more callers than before. An empty list admits everybody. */
const letsInMore: Rule<readonly string[]> = (before, after) =>
  before.length > 0 && (after.length === 0 || gains(before, after));

/**
 * For each field, whether a change to it lets others act as the client, sends data to other addresses, or weakens a
 * check.
 */
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
/** Fields that only affect what users see. */
const LOOKS: readonly Field[] = ['clientName', 'logoUri'];

const widens = (field: Field, before: WholeClient, after: WholeClient): boolean =>
  (WIDENS[field] as Rule<unknown>)(before[field], after[field]);

/**
 * Whether a change extends the power of a client: the client has powerful scopes after the change, and the change lets
 * others act as the client, sends data to other addresses, or weakens a check.
 */
export const gainsPower = (before: WholeClient, after: WholeClient): boolean =>
  powersOf(after).length > 0 && fields.some((field) => widens(field, before, after));

/** Whether a change affects more than what users see. */
export const changesMoreThanLooks = (before: WholeClient, after: WholeClient): boolean =>
  fields.some((field) => !LOOKS.includes(field) && differs(before[field], after[field]));

/** The fields that a second operator reviews. */
export const reviewedFields = (client: WholeClient): JsonObject =>
  Object.fromEntries(fields.map((field) => [field, client[field]])) as unknown as JsonObject;
