/**
 * Checks a value from a JSON file and returns it. If the value violates a rule, throws `Unfit` with that rule. `at` is
 * the path of the value within the file; it is empty for the whole file.
 */
export type Reader<T> = (value: unknown, at: string) => T;
type Read<R> = R extends Reader<infer T> ? T : never;

export class Unfit extends Error {}

function reader<T>(wanted: string, isFit: (value: unknown) => value is T): Reader<T> {
  return (value, at) => {
    if (!isFit(value)) throw new Unfit(`${at} must be ${wanted}`);
    return value;
  };
}

export const text = (wanted: string, shape: RegExp): Reader<string> =>
  reader(wanted, (value): value is string => typeof value === 'string' && shape.test(value));

export const oneOf = <const T extends string>(choices: readonly T[]): Reader<T> =>
  reader(choices.join(' or '), (value): value is T => choices.some((choice) => choice === value));

const isNumber = (value: unknown): value is number => Number.isFinite(value);

export const number: Reader<number> = reader('a number', isNumber);
export const positive: Reader<number> = reader(
  'a positive number',
  (value): value is number => isNumber(value) && value > 0,
);
export const wholeFrom = (least: number, most: number): Reader<number> =>
  reader(
    `a whole number from ${least} to ${most}`,
    (value): value is number => isNumber(value) && Number.isInteger(value) && value >= least && value <= most,
  );

/** Returns a reader for an object with exactly these members. */
export function object<const R extends Readonly<Record<string, Reader<unknown>>>>(
  members: R,
): Reader<{ readonly [K in keyof R]: Read<R[K]> }> {
  const names = Object.keys(members);
  return (value, at) => {
    const whole = at === '' ? 'it' : at;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Unfit(`${whole} must be an object`);
    }
    const given = new Map<string, unknown>(Object.entries(value));
    const unknown = [...given.keys()].find((name) => !names.includes(name));
    if (unknown !== undefined) {
      throw new Unfit(`${whole} has the member "${unknown}", but takes ${names.join(', ')} only`);
    }
    const read = Object.entries(members).map(([name, of]) => {
      if (!given.has(name)) throw new Unfit(`${whole} has no member "${name}"`);
      return [name, of(given.get(name), at === '' ? name : `${at}.${name}`)];
    });
    return Object.fromEntries(read) as { readonly [K in keyof R]: Read<R[K]> };
  };
}
