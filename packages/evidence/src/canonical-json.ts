import canonicalize from 'canonicalize';
import type { JsonValue } from './json.js';

/** Thrown for a value that JSON, as restricted by RFC 8785, cannot represent. `pointer` (RFC 6901) locates it. */
export class NotJson extends Error {
  constructor(
    readonly pointer: string,
    readonly reason: string,
  ) {
    super(`${pointer || 'the value'} ${reason}`);
    this.name = 'NotJson';
  }
}

/** The canonical form of a value (RFC 8785). Equal values give the same text, whatever the order of their members. */
export function canonicalJson(value: JsonValue): string {
  refuseWhatIsNotJson(value, '', 0);
  const text = canonicalize(value);
  if (text === undefined) throw new NotJson('', 'has no JSON form');
  return text;
}

/** Refuses deep nesting with an error, long before it exhausts the stack. Real content is far less deep. */
const DEEPEST = 500;

/**
 * `canonicalize` follows JSON.stringify: it leaves out undefined members, writes a Map as {} and a Date as text, and
 * writes invalid JSON for functions. A digest must never cover less than its caller believes.
 */
function refuseWhatIsNotJson(value: unknown, pointer: string, depth: number): void {
  if (depth > DEEPEST) throw new NotJson(pointer, `is nested deeper than ${DEEPEST} levels`);
  if (typeof value === 'string') refuseLoneSurrogates(value, pointer);
  else if (typeof value === 'object' && value !== null) refuseMembers(value, pointer, depth);
  else if (!isScalar(value)) throw new NotJson(pointer, `is ${nameOf(value)}`);
}

function refuseMembers(container: object, pointer: string, depth: number): void {
  for (const [name, member] of membersOf(container, pointer)) {
    refuseLoneSurrogates(name, pointer);
    refuseWhatIsNotJson(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1);
  }
}

function membersOf(container: object, pointer: string): [string, unknown][] {
  // Array.from reads the holes of a sparse array as undefined; Object.entries would skip them.
  if (Array.isArray(container)) return Array.from(container, (item: unknown, index) => [String(index), item]);
  const prototype: unknown = Object.getPrototypeOf(container);
  // Plain objects have a short prototype chain. `Object.prototype` itself differs from realm to realm.
  const plain = prototype === null || Object.getPrototypeOf(prototype) === null;
  if (!plain) throw new NotJson(pointer, 'is not a plain object');
  return Object.entries(container);
}

function refuseLoneSurrogates(text: string, pointer: string): void {
  if (/\p{Surrogate}/u.test(text)) throw new NotJson(pointer, 'has a lone surrogate');
}

const isScalar = (value: unknown): boolean => value === null || typeof value === 'boolean' || Number.isFinite(value);

const nameOf = (value: unknown): string => (typeof value === 'number' ? String(value) : `of type ${typeof value}`);
