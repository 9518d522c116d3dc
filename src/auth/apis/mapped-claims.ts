import type { FieldError, JsonValue } from '../../shared/kernel/index.js';

/**
 * The source of a claim's value. `map` optionally translates values. Values that `map` does not contain are left out.
 */
export interface ClaimSource {
  readonly from: string;
  readonly map?: Readonly<Record<string, string>>;
}

/**
 * The source of each claim in an API's access tokens, by claim name. A mapping contains no expressions, so nothing in
 * it is executed.
 */
export type ClaimsMapping = Readonly<Record<string, ClaimSource>>;

export const MOST_CLAIMS = 20;
export const CLAIM_NAME = /^[A-Za-z][A-Za-z0-9_.:/-]{0,127}$/;

/** The user data that claims can be taken from. */
export interface MappedUser {
  readonly ref: { readonly userId: string };
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly emailId: string | null;
  readonly emailVerified: boolean;
  readonly mobileNumber: string | null;
  readonly language: string | null;
  /** The user's groups, with the primary group first. */
  readonly groups: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
}

const SOURCES = {
  userId: ({ ref }) => ref.userId,
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  emailId: ({ emailId }) => emailId,
  emailVerified: ({ emailVerified }) => emailVerified,
  mobileNumber: ({ mobileNumber }) => mobileNumber,
  language: ({ language }) => language,
  primaryGroup: ({ groups }) => groups[0] ?? null,
  groups: ({ groups }) => [...groups],
} as const satisfies Readonly<Record<string, (user: MappedUser) => JsonValue>>;

const sources: Readonly<Record<string, (user: MappedUser) => JsonValue>> = SOURCES;
export const sourceNames = Object.keys(SOURCES);

/** Claims with a fixed meaning in the protocol or the service (RFC 7519, 7662, 8693, 9068, and our own). */
const RESERVED = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'scope', 'client_id', 'cnf', 'act', 'may_act', 'azp', 'typ'],
  ...['acr', 'amr', 'auth_time', 'sid', 'nonce', 'at_hash', 'c_hash', 'events', 'toe', 'txn'],
  ...['active', 'token_type', 'token_introspection', 'username', 'authorization_details'],
  ...['gid', 'enterprise_id', 'test', 'user_id', 'approval', 'error'],
]);

/** Finds reserved claim names, and sources that do not exist. */
export function mappingFaults(mapping: ClaimsMapping): FieldError[] {
  return Object.entries(mapping).flatMap(([name, { from }]) => {
    const pointer = `/claims/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!CLAIM_NAME.test(name))
      return [{ pointer, detail: 'Must begin with a letter, and have letters, digits and _.:/- only.' }];
    if (RESERVED.has(name.toLowerCase())) return [{ pointer, detail: 'This name is reserved. Choose another one.' }];
    return isSource(from)
      ? []
      : [{ pointer: `${pointer}/from`, detail: `Must be attributes.<name>, or one of ${sourceNames.join(', ')}.` }];
  });
}

const ATTRIBUTE = /^attributes\.([A-Za-z][A-Za-z0-9_.-]{0,63})$/;

const isSource = (from: string): boolean => Object.hasOwn(sources, from) || ATTRIBUTE.test(from);

function valueOf(from: string, user: MappedUser): JsonValue | undefined {
  const [, attribute] = ATTRIBUTE.exec(from) ?? [];
  if (attribute === undefined) return Object.hasOwn(sources, from) ? sources[from]?.(user) : undefined;
  return Object.hasOwn(user.attributes, attribute) ? user.attributes[attribute] : undefined;
}

/** The claims about a user. Claims for which the user has no value are left out. */
export function mappedClaims(mapping: ClaimsMapping, user: MappedUser): Record<string, JsonValue> {
  const claims: Record<string, JsonValue> = {};
  for (const [name, { from, map }] of Object.entries(mapping)) {
    const value = valueOf(from, user);
    const mapped = map === undefined ? value : translated(map, value);
    if (mapped !== undefined && mapped !== null) claims[name] = mapped;
  }
  return claims;
}

function translated(map: Readonly<Record<string, string>>, value: JsonValue | undefined): JsonValue | undefined {
  const one = (found: JsonValue): string[] => {
    const word = typeof found === 'string' ? found : JSON.stringify(found);
    return Object.hasOwn(map, word) ? [map[word] as string] : [];
  };
  if (Array.isArray(value)) return [...new Set(value.flatMap(one))];
  return value === undefined || value === null ? undefined : one(value)[0];
}
