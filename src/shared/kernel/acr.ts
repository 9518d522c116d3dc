/** How sure a sign-in is: one factor, two factors, or two of which one cannot be phished. */
export type Level = 1 | 2 | 3;
export const levels: readonly Level[] = [1, 2, 3];

/** The claim `acr`. */
export const acrOf = (level: Level): string => `urn:countersign:acr:${level}`;

/** OpenID Connect Extended Authentication Profile ACR Values 1.0. */
const SYNONYMS: Readonly<Record<string, Level>> = { phr: 3, phrh: 3 };

/** Every word that requests may name. */
export const acrValues: readonly string[] = [...levels.map(acrOf), ...Object.keys(SYNONYMS)];

/** The level that a value of the claim `acr` stands for. `undefined` for a value of somebody else. */
export const levelOfAcr = (acr: string): Level | undefined =>
  levels.find((level) => acrOf(level) === acr) ?? (Object.hasOwn(SYNONYMS, acr) ? SYNONYMS[acr] : undefined);
