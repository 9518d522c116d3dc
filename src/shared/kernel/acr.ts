/**
 * The strength of a sign-in: 1 for one factor, 2 for two factors, 3 for two factors of which at least one is
 * phishing-resistant.
 */
export type Level = 1 | 2 | 3;
export const levels: readonly Level[] = [1, 2, 3];

/** The `acr` claim value for a level. */
export const acrOf = (level: Level): string => `urn:countersign:acr:${level}`;

/** Values defined by OpenID Connect Extended Authentication Profile ACR Values 1.0, accepted as synonyms of a level. */
const SYNONYMS: Readonly<Record<string, Level>> = { phr: 3, phrh: 3 };

/** All `acr` values that a request may ask for. */
export const acrValues: readonly string[] = [...levels.map(acrOf), ...Object.keys(SYNONYMS)];

/** The level that an `acr` claim value stands for, or `undefined` for a value that this service does not define. */
export const levelOfAcr = (acr: string): Level | undefined =>
  levels.find((level) => acrOf(level) === acr) ?? (Object.hasOwn(SYNONYMS, acr) ? SYNONYMS[acr] : undefined);
