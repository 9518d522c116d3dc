import type { ValidationError } from 'class-validator';
import { type DomainError, type FieldError, KernelErrors } from '../../kernel/index.js';
import { escaped, type Kind } from '../kind.js';
import { faultsOf, FIELD } from '../field.decorator.js';

export type Source = 'body' | 'query' | 'param';

/**
 * The path to a value, as a linked list: a member name or an index, and the path above it. `undefined` is the whole
 * input. The path is converted to a JSON pointer only for errors.
 */
export type Place = { readonly above: Place; readonly token: string | number } | undefined;

/** Maximum number of errors in one response: enough to correct a request, while limiting the size of the response. */
const MOST = 20;
const LONGEST_POINTER = 512;

/**
 * The validation errors in a request: the first ones with their JSON pointers (`/users/3/emailId`, `?limit`), the rest
 * only as a number.
 */
export class FieldErrors {
  readonly #named: FieldError[] = [];
  #more = 0;

  constructor(private readonly source: Source) {}

  /**
   * Adds an error. `at` is the path of the value with the error. If only a nested value is wrong, `below` is the JSON
   * pointer from the value at `at` to it.
   */
  add(at: Place, detail: string, below = ''): void {
    if (this.#named.length < MOST) this.#named.push({ pointer: this.#pointerTo(at, below), detail });
    else this.#more += 1;
  }

  /** Adds the errors that class-validator has found. */
  addAll(errors: readonly ValidationError[], above?: Place): void {
    for (const error of errors) {
      const at = { above, token: error.property };
      this.#addOwn(error, at);
      this.addAll(error.children ?? [], at);
    }
  }

  asError(): DomainError {
    const detail = this.#more > 0 ? `${MOST} wrong fields are listed, and ${this.#more} more are wrong.` : undefined;
    return KernelErrors.invalidArguments(detail, { errors: this.#named });
  }

  #addOwn({ constraints = {}, contexts, value }: ValidationError, at: Place): void {
    const kind = (contexts?.[FIELD] as { kind: Kind } | undefined)?.kind;
    if ('whitelistValidation' in constraints) this.add(at, 'There is no such field.');
    else if (kind) for (const { at: below, detail } of faultsOf(kind, value)) this.add(at, detail, below);
    else {
      for (const [name, message] of Object.entries(constraints)) {
        // Skips `nestedValidation`: the kind of the list has already reported which element is invalid.
        if (name !== 'nestedValidation') this.add(at, `${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
      }
    }
  }

  #pointerTo(at: Place, below: string): string {
    const full = pointerTo(at);
    const pointer = full.length + below.length <= LONGEST_POINTER ? `${full}${below}` : full;
    return this.source === 'query' ? `?${pointer.slice(1)}` : pointer;
  }
}

/** Builds a JSON pointer (RFC 6901). If it would be too long, returns the pointer to an enclosing value. */
function pointerTo(at: Place): string {
  const tokens: (string | number)[] = [];
  for (let place = at; place; place = place.above) tokens.push(place.token);
  let pointer = '';
  for (const token of tokens.reverse()) {
    const next = `/${escaped(String(token))}`;
    if (pointer.length + next.length > LONGEST_POINTER) return pointer;
    pointer += next;
  }
  return pointer;
}

/** The value of `request.body` when the body is not JSON. Only routes that read the body themselves accept it. */
export class UnreadBody {}
