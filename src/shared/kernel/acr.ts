/** The strength of a sign-in: one factor, two factors, or two factors of which one is resistant to phishing. */
export type Level = 1 | 2 | 3;
export const levels: readonly Level[] = [1, 2, 3];

/** The value of the claim `acr` for a level. */
export const acrOf = (level: Level): string => `urn:countersign:acr:${level}`;

/** Values from OpenID Connect Extended Authentication Profile ACR Values 1.0, which are accepted as synonyms. */
const SYNONYMS: Readonly<Record<string, Level>> = { phr: 3, phrh: 3 };

/** All values of `acr` that a request may ask for. */
export const acrValues: readonly string[] = [...levels.map(acrOf), ...Object.keys(SYNONYMS)];

/** The level of a value of the claim `acr`. `undefined` for a value that this service does not define. */
export const levelOfAcr = (acr: string): Level | undefined =>
  levels.find((level) => acrOf(level) === acr) ?? (Object.hasOwn(SYNONYMS, acr) ? SYNONYMS[acr] : undefined);
