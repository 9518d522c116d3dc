import { isDeepStrictEqual } from 'node:util';
import type { FieldError, JsonObject, JsonValue } from '../../shared/kernel/index.js';
import { KEPT } from '../contract/configuration-kind.port.js';

/**
 * A member whose value in the existing object (`from`) differs from its value in the files (`to`). `from` or `to` is
 * absent if the member is missing there.
 */
export interface Difference {
  readonly pointer: string;
  readonly from?: JsonValue | undefined;
  readonly to?: JsonValue | undefined;
  readonly isSecret: boolean;
}

/** The places of secret members, given as JSON pointers in which `*` matches any name. */
export class SecretPlaces {
  readonly #places: readonly (readonly string[])[];

  constructor(pointers: readonly string[]) {
    this.#places = pointers.map((pointer) => pointer.split('/').slice(1));
  }

  has(path: readonly string[]): boolean {
    return this.#places.some(
      (place) => place.length === path.length && place.every((name, at) => name === '*' || name === path[at]),
    );
  }
}

/**
 * Returns the differences between the wanted and the existing members. Members that the files do not set are not
 * compared.
 */
export function differences(wanted: JsonObject, present: JsonObject, secrets: SecretPlaces): Difference[] {
  const found: Difference[] = [];
  const visit = (to: JsonValue | undefined, from: JsonValue | undefined, path: readonly string[]): void => {
    if (isDeepStrictEqual(to, from)) return;
    if (isObject(to) && isObject(from)) {
      for (const name of new Set([...Object.keys(to), ...Object.keys(from)]))
        visit(to[name], from[name], [...path, name]);
    } else {
      const shown = (value: JsonValue | undefined) => value && masked(value, secrets, path);
      found.push({ pointer: pointerOf(path), from: shown(from), to: shown(to), isSecret: secrets.has(path) });
    }
  };
  for (const [name, to] of Object.entries(wanted)) visit(to, present[name], [name]);
  return found;
}

/** Returns the value with every secret replaced by `(unchanged)`. */
export function masked(value: JsonValue, secrets: SecretPlaces, path: readonly string[] = []): JsonValue {
  if (secrets.has(path)) return KEPT;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, masked(member, secrets, [...path, name])]),
  );
}

export const withoutSecrets = (members: JsonObject, secrets: SecretPlaces): JsonObject =>
  masked(members, secrets) as JsonObject;

/** The name of the top-level member in which the values differ. */
export const topOf = ({ pointer }: Pick<Difference, 'pointer'>): string => pointer.split('/')[1] ?? '';

/**
 * Replaces each `(unchanged)` in the wanted members with the current secret. If there is no current secret, this is a
 * fault in the file.
 */
export function withKeptSecrets(
  wanted: JsonObject,
  present: JsonObject | undefined,
  secrets: SecretPlaces,
): { readonly members: JsonObject; readonly faults: readonly FieldError[] } {
  const faults: FieldError[] = [];
  const visit = (to: JsonValue, from: JsonValue | undefined, path: readonly string[]): JsonValue => {
    if (to === KEPT && secrets.has(path)) {
      if (from === undefined) faults.push({ pointer: pointerOf(path), detail: NOTHING_KEPT });
      return from ?? to;
    }
    if (!isObject(to)) return to;
    const below = isObject(from) ? from : {};
    return Object.fromEntries(
      Object.entries(to).map(([name, member]) => [name, visit(member, below[name], [...path, name])]),
    );
  };
  return { members: visit(wanted, present, []) as JsonObject, faults };
}

const NOTHING_KEPT =
  'There is no secret to keep. Give it by the name of an environment variable, such as ${KYC_TOKEN}, or of a file, such as ${file:/run/secrets/kyc-token}.';

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pointerOf = (path: readonly string[]): string => path.map((name) => `/${escaped(name)}`).join('');
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
