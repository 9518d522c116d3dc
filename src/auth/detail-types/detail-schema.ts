import {
  type FieldError,
  type JsonObject,
  type JsonValue,
  isBlank,
  isPlainlyVisible,
} from '../../shared/kernel/index.js';

/** A JSON Schema restricted to a supported subset: fixed members, types, lengths and safe patterns. */
export type DetailSchema = JsonObject;

/** Maximum length of a text value, because users read it on a small screen. */
export const LONGEST_VALUE = 140;
const MOST_MEMBERS = 32;
const DEEPEST = 3;
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

type Keywords = Readonly<Record<string, (value: unknown) => boolean>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST_VALUE;
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const ANY: Keywords = { description: (value) => isText(value) };

/**
 * The supported JSON Schema keywords for each type of value. For each keyword, a function checks the value of the
 * keyword.
 */
const KEYWORDS: Readonly<Record<string, Keywords>> = {
  object: { ...ANY, properties: isObject, required: Array.isArray, additionalProperties: (value) => value === false },
  string: {
    ...ANY,
    minLength: isCount,
    maxLength: (value) => isCount(value) && value <= LONGEST_VALUE,
    pattern: (value) => isText(value) && isSafePattern(value),
    enum: (value) => Array.isArray(value) && value.length > 0 && value.length <= 50 && value.every(isText),
    const: isText,
  },
  integer: { ...ANY, minimum: isWhole, maximum: isWhole },
  boolean: ANY,
};

/** Finds parts of a schema that are not supported. */
export function schemaFaults(schema: unknown): FieldError[] {
  const faults = faultsIn(schema, '/schema', 0);
  const members = faults.length === 0 ? scalarsOf(schema as DetailSchema).length : 1;
  if (members > MOST_MEMBERS) return [{ pointer: '/schema', detail: `Must have at most ${MOST_MEMBERS} members.` }];
  if (members === 0) return [{ pointer: '/schema', detail: 'Must have at least one member.' }];
  const isRoot = isObject(schema) && schema['type'] === 'object';
  return isRoot || faults.length > 0 ? faults : [{ pointer: '/schema/type', detail: 'Must be object.' }];
}

function faultsIn(schema: unknown, pointer: string, depth: number): FieldError[] {
  if (!isObject(schema)) return [{ pointer, detail: 'Must be an object.' }];
  const { type, ...rest } = schema;
  const keywords = typeof type === 'string' && Object.hasOwn(KEYWORDS, type) ? KEYWORDS[type] : undefined;
  if (!keywords) return [{ pointer: `${pointer}/type`, detail: 'Must be object, string, integer or boolean.' }];
  const wrong = Object.entries(rest).filter(
    ([name, value]) => !(Object.hasOwn(keywords, name) && keywords[name]?.(value)),
  );
  const own = wrong.map(([name]) => ({
    pointer: `${pointer}/${name}`,
    detail: 'The keyword or its value is not supported for this type.',
  }));
  return own.length > 0 || type !== 'object' ? own : objectFaults(schema, pointer, depth);
}

function objectFaults(schema: JsonObject, pointer: string, depth: number): FieldError[] {
  if (depth >= DEEPEST) return [{ pointer, detail: `Must be at most ${DEEPEST} levels deep.` }];
  const members = Object.entries((schema['properties'] ?? {}) as JsonObject);
  const names = members.map(([name]) => name);
  const required = (schema['required'] ?? []) as readonly JsonValue[];
  if (!required.every((name) => typeof name === 'string' && names.includes(name)))
    return [{ pointer: `${pointer}/required`, detail: 'Must contain names of properties.' }];
  return members.flatMap(([name, member]) => {
    const at = `${pointer}/properties/${name}`;
    const isNamed = NAME.test(name) && !(depth === 0 && name === 'type');
    return isNamed
      ? faultsIn(member, at, depth + 1)
      : [{ pointer: at, detail: 'Must have a name of letters, digits and _, other than type.' }];
  });
}

/** A member whose value is not an object, and its path, such as `account.iban`. */
export interface Scalar {
  readonly path: string;
  /** Whether the schema allows only one value (`const`), so that users need not see it. */
  readonly isFixed: boolean;
}

export function scalarsOf(schema: DetailSchema, before = ''): Scalar[] {
  return Object.entries((schema['properties'] ?? {}) as JsonObject).flatMap(([name, member]) => {
    const path = `${before}${name}`;
    const { type, const: fixed } = member as JsonObject;
    return type === 'object' ? scalarsOf(member as JsonObject, `${path}.`) : [{ path, isFixed: fixed !== undefined }];
  });
}

/** Describes what is wrong with a value. Returns undefined if it is valid. */
export function valueFault(schema: DetailSchema, value: JsonValue | undefined, path = ''): string | undefined {
  const at = path === '' ? 'the detail' : path;
  switch (schema['type']) {
    case 'object':
      return isObject(value) ? memberFault(schema, value, path) : `${at} must be an object`;
    case 'string':
      return typeof value === 'string' ? textFault(schema, value, at) : `${at} must be a text`;
    case 'integer':
      return isWhole(value) && isBetween(schema, value) ? undefined : `${at} must be a whole number within its limits`;
    default:
      return typeof value === 'boolean' ? undefined : `${at} must be true or false`;
  }
}

function memberFault(schema: JsonObject, value: JsonObject, path: string): string | undefined {
  const members = (schema['properties'] ?? {}) as Readonly<Record<string, DetailSchema>>;
  const required = (schema['required'] ?? []) as readonly string[];
  const within = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(members, name));
  if (unknown !== undefined) return `${within(unknown.slice(0, 40))} is no member of this type`;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${within(missing)} is missing`;
  for (const [name, member] of Object.entries(members)) {
    const fault = Object.hasOwn(value, name) ? valueFault(member, value[name], within(name)) : undefined;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function textFault(schema: JsonObject, value: string, at: string): string | undefined {
  const { minLength = 1, maxLength = LONGEST_VALUE, pattern, enum: listed, const: fixed } = schema;
  const length = Array.from(value).length;
  if (length < Number(minLength) || length > Number(maxLength)) return `${at} has a wrong length`;
  if (!isPlainlyVisible(value) || isBlank(value) || /[\p{Cc}\p{Cs}]/u.test(value))
    return `${at} must be one line of visible text`;
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) return `${at} has a wrong form`;
  if (Array.isArray(listed) && !listed.includes(value)) return `${at} is none of the allowed values`;
  return fixed !== undefined && fixed !== value ? `${at} has another value than the only one` : undefined;
}

const isBetween = ({ minimum, maximum }: JsonObject, value: number): boolean =>
  (minimum === undefined || value >= Number(minimum)) && (maximum === undefined || value <= Number(maximum));

const ITEM = String.raw`(?:\[(?:[^\]\[\\^]|\\[dw.\-/+])+\]|\\[dw.\-/+]|[A-Za-z0-9 _@:;,/=-])`;
const FIXED = String.raw`(?:\{\d{1,3}\})?`;
const VARYING = String.raw`(?:\{\d{1,3},\d{1,3}\}|\?)`;
const FORM = new RegExp(`^\\^(?:${ITEM}(?:${VARYING}|${FIXED}))+\\$$`);
const MOST_VARYING = 3;

/**
 * Whether a pattern is anchored, has no groups or alternatives, and few repetitions, so that it cannot cause
 * catastrophic backtracking.
 */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > 100 || !FORM.test(pattern)) return false;
  const varying = pattern.match(/\{\d+,\d+\}|\?/g) ?? [];
  return varying.length <= MOST_VARYING && compiles(pattern);
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').unicode;
  } catch {
    return false;
  }
}
