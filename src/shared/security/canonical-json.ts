import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { type JsonValue } from '../kernel/json.js';

/** Something that JSON, as RFC 8785 restricts it, cannot say. `pointer` (RFC 6901) tells where it stands. */
export class NotJson extends Error {
  constructor(
    readonly pointer: string,
    readonly reason: string,
  ) {
    super(`${pointer || 'the value'} ${reason}`);
    this.name = 'NotJson';
  }
}

/** The one way to write this value (RFC 8785). Equal values give equal text, whatever the order of their members. */
export function canonicalJson(value: JsonValue): string {
  refuseWhatIsNotJson(value, '', 0);
  const text = canonicalize(value);
  if (text === undefined) throw new NotJson('', 'has no JSON form');
  return text;
}

/** base64url of the SHA-256 of the canonical form: what is signed in place of the content itself. */
export function canonicalDigest(value: JsonValue): string {
  return createHash('sha256').update(canonicalJson(value), 'utf8').digest('base64url');
}

/** Far deeper than any content of ours, far above what exhausts the stack: a named refusal instead of a crash. */
const DEEPEST = 500;

/**
 * `canonicalize` follows JSON.stringify: it leaves out undefined members, writes a Map as {} and a Date as its text, and
 * writes broken JSON for functions. A digest must never cover less than its caller believes.
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
  // Object.entries would step over the holes of a sparse array.
  if (Array.isArray(container)) return Array.from(container, (item: unknown, index) => [String(index), item]);
  const prototype: unknown = Object.getPrototypeOf(container);
  // Compared by shape: the plain objects of another realm have another Object.prototype.
  const plain = prototype === null || Object.getPrototypeOf(prototype) === null;
  if (!plain) throw new NotJson(pointer, 'is not a plain object');
  return Object.entries(container);
}

function refuseLoneSurrogates(text: string, pointer: string): void {
  if (/\p{Surrogate}/u.test(text)) throw new NotJson(pointer, 'has a lone surrogate');
}

const isScalar = (value: unknown): boolean => value === null || typeof value === 'boolean' || Number.isFinite(value);

const nameOf = (value: unknown): string => (typeof value === 'number' ? String(value) : `of type ${typeof value}`);
