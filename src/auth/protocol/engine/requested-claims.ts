/**
 * The claims about the user that each scope covers (OpenID Connect Core, 5.4). Each ID token also contains the time,
 * methods and level of the sign-in. After an approval on the phone, it contains a reference to the signed evidence of
 * the approval.
 */
export const CLAIMS = {
  iss: null,
  sid: null,
  openid: ['sub', 'auth_time', 'amr', 'acr', 'approval'],
  profile: ['name', 'given_name', 'family_name', 'locale', 'preferred_username'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  groups: ['groups'],
} as const;

const scopeOf = new Map<string, string>(
  (['openid', 'profile', 'email', 'phone', 'groups'] as const).flatMap((scope) =>
    CLAIMS[scope].map((claim) => [claim, scope] as const),
  ),
);

/** The scope whose consent covers a claim. */
export const scopeOfClaim = (claim: string): string | undefined => scopeOf.get(claim);

/**
 * Every claim that any scope covers. A JWT access token does not contain the names of the requested claims. So userinfo
 * treats all claims as requested, and returns those that the token's grant covers.
 */
export const everyClaim: Readonly<Record<string, null>> = Object.fromEntries(
  [...scopeOf.keys()].map((claim) => [claim, null]),
);

/** The limits of the parameter `claims` (OpenID Connect Core, 5.5). */
export const LONGEST_CLAIMS = 4_096;
const MOST_CLAIMS = 50;

const PLACES = ['id_token', 'userinfo'] as const;
type Asked = Readonly<Partial<Record<(typeof PLACES)[number], unknown>>>;

const namesAt = (asked: Asked, place: (typeof PLACES)[number]): [string, unknown][] =>
  Object.entries(asked[place] ?? {});

/**
 * Returns a description of the fault if the parameter `claims` is too long or names too many claims. The engine checks
 * its form.
 */
export function claimsFault(text: string, asked: Asked): string | undefined {
  if (text.length > LONGEST_CLAIMS) return `claims is longer than ${LONGEST_CLAIMS} characters`;
  const crowded = PLACES.find((place) => namesAt(asked, place).length > MOST_CLAIMS);
  return crowded && `claims.${crowded} names more than ${MOST_CLAIMS}`;
}

/**
 * Returns the parameter `claims` with only those claims that the client's scopes cover. Undefined if none is left. In
 * OpenID Connect Core, 5.5, a missing claim is not an error, even if it is essential.
 */
export function allowedClaims(asked: Asked, held: readonly string[]): string | undefined {
  const kept = PLACES.map(
    (place) =>
      [
        place,
        Object.fromEntries(namesAt(asked, place).filter(([claim]) => held.includes(scopeOf.get(claim) ?? ''))),
      ] as const,
  );
  const some = kept.filter(([, claims]) => Object.keys(claims).length > 0);
  return some.length === 0 ? undefined : JSON.stringify(Object.fromEntries(some));
}
