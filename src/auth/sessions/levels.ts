import { acrOf, acrValues, type Level, levelOfAcr, levels } from '../../shared/kernel/index.js';

export { acrOf, acrValues, type Level, levelOfAcr, levels };

/** The factors by which a user proves who they are. */
export const factorNames = ['password', 'totp', 'recoveryCode', 'approval', 'passkey', 'rememberedBrowser'] as const;
export type Factor = (typeof factorNames)[number];

/** When each factor was last proven, in seconds since 1970. */
export type Proven = Readonly<Partial<Record<Factor, number>>>;

/** The factors that an enterprise allows. Passwords and passkeys are always allowed. */
export interface Allowances {
  readonly factors: readonly string[];
  readonly rememberBrowserDays: number;
}

/** Leaves out proven factors that the enterprise does not allow. A remembered browser never counts towards level 3. */
export function countingFactors(proven: Proven, { factors, rememberBrowserDays }: Allowances, level: Level): Proven {
  const counts = (factor: string): boolean =>
    factor === 'password' ||
    factor === 'passkey' ||
    (factor === 'rememberedBrowser' ? rememberBrowserDays > 0 && level < 3 : factors.includes(factor));
  return Object.fromEntries(Object.entries(proven).filter(([factor]) => counts(factor)));
}

/** For how many seconds a recovery code counts as a second factor: long enough to set up a new one. */
export const RECOVERY_SECONDS = 900;
const MOST_AHEAD_SECONDS = 60;

/** The values of the claim `amr` for each factor (RFC 8176). */
const METHODS: Readonly<Record<Factor, readonly string[]>> = {
  password: ['pwd'],
  totp: ['otp'],
  recoveryCode: ['otp'],
  approval: ['pop', 'swk'],
  // A remembered browser does not authenticate the user again, so `amr` gets no value for it.
  rememberedBrowser: [],
  // The device verifies its user.
  // Nothing attests where the device keeps the key, so the claim `amr` contains neither `hwk` nor `swk`.
  passkey: ['pop', 'user'],
};
const ORDER = ['pwd', 'otp', 'pop', 'swk', 'user', 'mfa'];

const SECOND = ['totp', 'recoveryCode', 'approval', 'rememberedBrowser'] as const satisfies readonly Factor[];

/** The proven factors that have not expired. `within` is the maximum time in seconds since a factor was proven. */
export function unexpired(proven: Proven, now: number, within = Infinity): Proven {
  const counts = ([factor, at]: [string, number]): boolean => {
    const age = now - at;
    const longest = factor === 'recoveryCode' ? Math.min(within, RECOVERY_SECONDS) : within;
    return age <= longest && age >= -MOST_AHEAD_SECONDS;
  };
  return Object.fromEntries(Object.entries(proven).filter(counts));
}

const fresh = (proven: Proven, now: number, within?: number): Set<Factor> =>
  new Set(Object.keys(unexpired(proven, now, within)) as Factor[]);

/** The level reached by the proven factors, or 0 if all of them have expired. */
export function levelOf(proven: Proven, now: number, within?: number): Level | 0 {
  const held = fresh(proven, now, within);
  if (held.has('passkey')) return 3;
  if (held.has('password') && SECOND.some((factor) => held.has(factor))) return 2;
  return held.size > 0 ? 1 : 0;
}

/** The values of the claim `amr` for the proven factors that have not expired. */
export function methodsOf(proven: Proven, now: number): string[] {
  const held = [...fresh(proven, now)];
  const provenMethods = new Set(held.flatMap((factor) => METHODS[factor]));
  const { rememberedBrowser: _earlier, ...shown } = proven;
  if (levelOf(shown, now) >= 2) provenMethods.add('mfa');
  return ORDER.filter((method) => provenMethods.has(method));
}

/**
 * The factor that the values of `amr` represent. Sessions stored before factors were recorded have only these values.
 */
export function factorIn(methods: readonly string[]): Factor {
  if (methods.includes('browser')) return 'rememberedBrowser';
  if (methods.includes('recovery')) return 'recoveryCode';
  if (methods.includes('swk')) return 'approval';
  if (methods.includes('pop')) return 'passkey';
  return methods.includes('otp') ? 'totp' : 'password';
}

/** Whether a sign-in can begin with the factor. All other factors only raise the level. */
export const beginsSignIn = (factor: Factor): boolean => factor === 'password' || factor === 'passkey';

/** The lowest level among the given `acr` values. Undefined if none of them is known. */
export function lowestOf(words: readonly string[]): Level | undefined {
  const known = words.map(levelOfAcr).filter((level) => level !== undefined);
  return known.length === 0 ? undefined : (Math.min(...known) as Level);
}

/**
 * The `acr` values of a request: preferred values (`wished`), and values of an essential claim (`essential`). If an
 * essential claim names values, only these are acceptable.
 */
export interface RequestedAcrValues {
  readonly wished: readonly string[];
  readonly essential: readonly string[];
}

/**
 * The `acr` value that tells the client the reached level. It is the value of an essential claim, if one has been
 * reached: the one with the highest level. Otherwise it is the requested value for the reached level or, if there is
 * none, our own value.
 */
export function acrToReturn(level: Level, { wished, essential }: RequestedAcrValues): string {
  const bestFirst = levels.toReversed().filter((one) => one <= level);
  const taken = bestFirst.flatMap((one) => essential.find((word) => levelOfAcr(word) === one) ?? []);
  return taken[0] ?? wished.find((word) => levelOfAcr(word) === level) ?? acrOf(level);
}

/** The user's factors with which a sign-in reaches the level, strongest first. */
export const factorsReaching = (
  level: Level,
  held: readonly Factor[],
  proven: Proven,
  now: number,
  within?: number,
): Factor[] =>
  WAYS.filter((factor) => held.includes(factor) && levelOf({ ...proven, [factor]: now }, now, within) >= level);

const WAYS: readonly Factor[] = ['passkey', 'approval', 'totp', 'recoveryCode'];

const REQUEST_SECONDS = 900;

/** Factors that were proven for this request count as recent, even if they are older than `max_age`. */
export function withRecent(proven: Proven, chain: readonly Factor[], now: number, within = Infinity): Proven {
  const recent = chain.flatMap((factor) => {
    const at = proven[factor];
    return at === undefined || now - at > REQUEST_SECONDS ? [] : [[factor, Math.max(at, now - within)] as const];
  });
  return { ...proven, ...Object.fromEntries(recent) };
}
