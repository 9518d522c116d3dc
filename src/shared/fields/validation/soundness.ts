import { FieldErrors, type Place, type Source } from './field-errors.js';

/**
 * Limits for any request body. The largest legitimate one, a batch of 1,000 users with 50 groups each, has 64,000
 * values.
 */
export const LIMITS = {
  depth: 32,
  values: 100_000,
  elements: 10_000,
  /**
   * Maximum number of members in one object. The time that class-transformer needs grows with the square of their
   * number.
   */
  members: 500,
  name: 256,
} as const;

/**
 * Returns errors for content that is refused in any input, including free-form JSON: more values than the limits allow,
 * names that have a meaning for JavaScript objects, and characters that PostgreSQL cannot store. `undefined` if there
 * are none.
 */
export function inputViolations(value: unknown, source: Source): FieldErrors | undefined {
  const check = new InputLimits(source);
  check.look(value, undefined, 0);
  return check.errors;
}

class InputLimits {
  /** The errors found so far. Created with the first error, because most requests have none. */
  errors: FieldErrors | undefined;
  #values = 0;

  constructor(private readonly source: Source) {}

  look(value: unknown, at: Place, depth: number): void {
    this.#values += 1;
    if (this.#values === LIMITS.values + 1)
      this.#refuse(undefined, `Must have at most ${LIMITS.values} values in all.`);
    if (this.#values > LIMITS.values) return;
    if (typeof value === 'string') this.#lookAtText(value, at);
    if (typeof value !== 'object' || value === null) return;
    if (depth === LIMITS.depth) this.#refuse(at, `Must not be nested deeper than ${LIMITS.depth} levels.`);
    else if (Array.isArray(value)) this.#lookAtElements(value, at, depth);
    else this.#lookAtMembers(value, at, depth);
  }

  #lookAtElements(list: readonly unknown[], at: Place, depth: number): void {
    if (list.length > LIMITS.elements) this.#refuse(at, `Must have at most ${LIMITS.elements} elements.`);
    else list.forEach((element, index) => this.look(element, { above: at, token: index }, depth + 1));
  }

  #lookAtMembers(value: object, at: Place, depth: number): void {
    const names = Object.keys(value);
    if (names.length > LIMITS.members) this.#refuse(at, `Must have at most ${LIMITS.members} members.`);
    else for (const name of names) this.#lookAtMember(name, Reflect.get(value, name), at, depth);
  }

  #lookAtMember(name: string, member: unknown, above: Place, depth: number): void {
    if (name.length > LIMITS.name) this.#refuse(above, `A name must have at most ${LIMITS.name} characters.`);
    else if (UNSTORABLE.test(name)) this.#refuse(above, 'A name must be well-formed Unicode without NUL.');
    else if (name in Object.prototype || name === 'prototype') {
      this.#refuse({ above, token: name }, 'No field may have this name.');
    } else this.look(member, { above, token: name }, depth + 1);
  }

  #lookAtText(value: string, at: Place): void {
    if (UNSTORABLE.test(value)) this.#refuse(at, 'Must be well-formed Unicode without NUL.');
  }

  #refuse(at: Place, detail: string): void {
    this.errors ??= new FieldErrors(this.source);
    this.errors.add(at, detail);
  }
}

const UNSTORABLE = /\0|\p{Surrogate}/u;
