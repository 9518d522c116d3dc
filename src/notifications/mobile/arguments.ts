import type { JsonObject } from '../../shared/kernel/index.js';
import { readDate, type Span } from '../notification/content/dates.js';
import { refused } from './mobile-codes.js';

/** One argument of an operation: how it is parsed, and its description in the API documents. */
export interface Argument<T> {
  readonly schema: JsonObject;
  readonly required: boolean;
  /** Parses a value. Returns `undefined` for a value that is not allowed. */
  readonly read: (value: unknown) => T | undefined;
}

export type Arguments = Readonly<Record<string, Argument<unknown>>>;

/** The parsed values by name. Omitted arguments are absent. */
export type ValuesOf<A extends Arguments> = {
  readonly [K in keyof A]: A[K] extends Required<infer T> ? T : A[K] extends Argument<infer T> ? T | undefined : never;
};

interface Required<T> extends Argument<T> {
  readonly required: true;
}

export const required = <T>(argument: Argument<T>): Required<T> => ({ ...argument, required: true });

export const whole = (min: number, max: number, description: string): Argument<number> => ({
  schema: { type: 'integer', minimum: min, maximum: max, description },
  required: false,
  read: (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined,
});

/** Matches a single line without control characters, line separators or lone surrogates. */
const LINE = /^[^\p{Cc}\p{Surrogate}\u2028\u2029]*$/u;

export const text = (max: number, description: string, more: JsonObject = {}): Argument<string> => ({
  schema: { type: 'string', maxLength: max, description, ...more },
  required: false,
  read: (value) =>
    typeof value === 'string' &&
    value.length <= 2 * max &&
    Array.from(value).length <= max &&
    LINE.test(value) &&
    value.trim()
      ? value
      : undefined,
});

export const flag = (description: string): Argument<boolean> => ({
  schema: { type: 'boolean', description },
  required: false,
  read: (value) => (typeof value === 'boolean' ? value : undefined),
});

export const oneOf = <const V extends string | number>(values: readonly V[], description: string): Argument<V> => ({
  schema: { type: typeof values[0] === 'number' ? 'integer' : 'string', enum: [...values], description },
  required: false,
  read: (value) => values.find((one) => one === value),
});

/** An argument that takes one or more of the values, separated by commas, without duplicates. */
export const someOf = <const V extends string>(values: readonly V[], description: string): Argument<readonly V[]> => ({
  schema: { type: 'string', pattern: `^(?:${values.join('|')})(?:,(?:${values.join('|')}))*$`, description },
  required: false,
  read: (value) => {
    if (typeof value !== 'string' || value.length > values.join(',').length) return undefined;
    const named = value.split(',');
    const found = values.filter((one) => named.includes(one));
    return found.length === named.length ? found : undefined;
  },
});

export const date = (description: string): Argument<Span> => ({
  schema: { type: 'string', maxLength: 40, description, example: '2026-01-31T09:30:00GMT+05:30' },
  required: false,
  read: (value) => (typeof value === 'string' && value.length <= 40 ? readDate(value) : undefined),
});

/** An argument that takes an object. The operation itself validates its members. */
export const object = (description: string, more: JsonObject = {}): Argument<JsonObject> => ({
  schema: { type: 'object', description, ...more },
  required: false,
  read: (value) => (isObject(value) ? (value as JsonObject) : undefined),
});

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses the arguments of a call: a list in the documented order, or an object by name. An empty string and `null`
 * count as omitted, because a list cannot leave out an argument in the middle.
 */
export function readArguments<A extends Arguments>(given: unknown, positional: number, declared: A): ValuesOf<A> {
  const names = Object.keys(declared);
  const values = Array.isArray(given) ? byPosition(given, names.slice(0, positional)) : byName(given ?? {}, names);
  const read = names.map((name) => [name, readOne(name, declared[name], values.get(name))] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as ValuesOf<A>;
}

function byPosition(given: readonly unknown[], names: readonly string[]): Map<string, unknown> {
  if (given.length > names.length) throw refused.invalid(`at most ${names.length} arguments are taken`);
  return new Map(given.map((value, at) => [names[at] ?? '', value]));
}

function byName(given: unknown, names: readonly string[]): Map<string, unknown> {
  if (!isObject(given)) throw refused.invalid('the arguments must be a list or an object');
  const keys = Object.keys(given);
  if (keys.length > names.length || keys.some((key) => !names.includes(key))) {
    throw refused.invalid(names.length > 0 ? `the arguments are ${names.join(', ')}` : 'there are no arguments');
  }
  return new Map(Object.entries(given));
}

function readOne(name: string, argument: Argument<unknown> | undefined, value: unknown): unknown {
  if (value === undefined || value === null || value === '') {
    if (argument?.required) throw refused.invalid(`${name} is missing`);
    return undefined;
  }
  const read = argument?.read(value);
  if (read === undefined) throw refused.invalid(`${name} has a wrong value`);
  return read;
}
