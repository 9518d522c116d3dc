import { type RequestedAcrValues, type Level, lowestOf } from './levels.js';

type Params = Readonly<Record<string, unknown>>;

/**
 * The `acr` values of an authorization request: the preferred values in `acr_values`, and the required values of an
 * essential claim.
 */
export function requestedAcrValues({ acr_values: wished, claims }: Params): RequestedAcrValues {
  return {
    wished: typeof wished === 'string' ? wished.split(' ').filter(Boolean) : [],
    essential: essentialIn(claims),
  };
}

/**
 * Reads the values of an essential `acr` claim. The protocol engine has checked the structure of `claims`, but not the
 * members of each claim.
 */
function essentialIn(claims: unknown): string[] {
  if (typeof claims !== 'string' || !claims.includes('"acr"')) return [];
  const asked = (JSON.parse(claims) as { id_token?: { acr?: unknown } }).id_token?.acr;
  const { essential, value, values } = Object(asked) as Params;
  if (essential !== true) return [];
  return [value, ...(Array.isArray(values) ? (values as unknown[]) : [])].filter((word) => typeof word === 'string');
}

/** The demands on the level of a sign-in: those of the request, of the client, and of the enterprise. */
export interface Demanding {
  readonly asked: RequestedAcrValues;
  readonly leastOfClient: Level | null;
  /** Minimum level that the enterprise demands of this user. */
  readonly leastOfUser: Level;
}

export interface Demanded {
  /**
   * Minimum level for the sign-in to continue. `undefined` means that the request accepts only unknown `acr` values, so
   * no sign-in can satisfy it.
   */
  readonly least: Level | undefined;
  /** A preferred level, which is required only if the user has the factors for it. */
  readonly wished: Level;
}

/** Combines the levels that the request, the client and the enterprise demand. The highest level applies. */
export function demandedLevel({ asked, leastOfClient, leastOfUser }: Demanding): Demanded {
  const essential = asked.essential.length === 0 ? 1 : lowestOf(asked.essential);
  const policy = Math.max(leastOfClient ?? 1, leastOfUser) as Level;
  return {
    least: essential === undefined ? undefined : (Math.max(essential, policy) as Level),
    wished: lowestOf(asked.wished) ?? 1,
  };
}
