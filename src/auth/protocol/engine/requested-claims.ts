import { errors, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';

/**
 * The claims about the user by scope (OpenID Connect Core, 5.4). Each ID token also says when and how the user logged
 * in.
 */
export const CLAIMS = {
  acr: null,
  iss: null,
  sid: null,
  openid: ['sub', 'auth_time', 'amr'],
  profile: ['name', 'given_name', 'family_name', 'locale', 'preferred_username'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  groups: ['groups'],
} as const satisfies NonNullable<Configuration['claims']>;

const scopeOf = new Map<string, string>(
  (['openid', 'profile', 'email', 'phone', 'groups'] as const).flatMap((scope) =>
    CLAIMS[scope].map((claim) => [claim, scope] as const),
  ),
);

/** The scope whose consent covers a claim. */
export const scopeOfClaim = (claim: string): string | undefined => scopeOf.get(claim);

/**
 * A token that is a JWT does not name the claims that were requested. Userinfo gives those of this list that the grant
 * of the token covers.
 */
export const everyClaim: Readonly<Record<string, null>> = Object.fromEntries(
  [...scopeOf.keys()].map((claim) => [claim, null]),
);

/** The limits of the parameter `claims` (OpenID Connect Core, 5.5). */
export const LONGEST_CLAIMS = 4_096;
const MOST_CLAIMS = 50;

type Asked = Readonly<Partial<Record<'id_token' | 'userinfo', unknown>>>;

/**
 * Leaves those claims of a request that the client may get by its scopes. The rest is ignored: OpenID Connect Core, 5.5,
 * makes a missing claim no error, even one that is marked as essential.
 */
export function keepAllowedClaims({ oidc }: KoaContextWithOIDC, asked: Asked, held: readonly string[]): void {
  const { params } = oidc;
  if (!params) return;
  if (String(params['claims']).length > LONGEST_CLAIMS)
    throw new errors.InvalidRequest(`claims is longer than ${LONGEST_CLAIMS} characters`);
  const kept = Object.fromEntries(
    (['id_token', 'userinfo'] as const).map((place) => [place, allowed(asked[place], place, held)]),
  );
  const some = Object.entries(kept).filter(([, claims]) => Object.keys(claims).length > 0);
  params['claims'] = some.length === 0 ? undefined : JSON.stringify(Object.fromEntries(some));
}

function allowed(asked: unknown, place: string, held: readonly string[]): object {
  const entries = Object.entries((asked ?? {}) as Readonly<Record<string, unknown>>);
  if (entries.length > MOST_CLAIMS) throw new errors.InvalidRequest(`claims.${place} names more than ${MOST_CLAIMS}`);
  return Object.fromEntries(entries.filter(([claim]) => held.includes(scopeOf.get(claim) ?? '')));
}
