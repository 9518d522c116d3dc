import type { operations } from '../generated/api.js';
import { routes } from '../generated/operations.js';

/** The name of an operation in the API document, for example `Users_get`. */
export type OperationId = keyof typeof routes;

type Parameters<Id extends OperationId> = operations[Id]['parameters'];

type Given<Name extends string, Value> = [Value] extends [undefined]
  ? object
  : undefined extends Value
    ? { readonly [name in Name]?: Value }
    : { readonly [name in Name]: Value };

type Body<Id extends OperationId> = operations[Id] extends { requestBody: { content: { 'application/json': infer B } } }
  ? { readonly body: B }
  : operations[Id] extends { requestBody?: { content: { 'application/json': infer B } } }
    ? { readonly body?: B }
    : object;

/** The parameters and the body of an operation. */
export type Input<Id extends OperationId> = Given<'path', Parameters<Id>['path']> &
  Given<'query', Parameters<Id>['query']> &
  Body<Id>;

type ContentOf<R> = R extends { content: { 'application/json': infer A } }
  ? A
  : R extends { content: Record<string, unknown> }
    ? Uint8Array
    : undefined;

/** The answer of a successful operation. */
export type Output<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses']]: ContentOf<operations[Id]['responses'][Status]>;
}[keyof operations[Id]['responses']];

/** The input of any operation, for code that treats all operations alike. */
export interface AnyInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export function urlOf(apiUrl: string, operation: OperationId, { path = {}, query = {} }: AnyInput): string {
  const filled = routes[operation][1].replace(/\{(\w+)\}/g, (_all, name: string) => segment(name, path[name]));
  const fields = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  // A list is sent as one parameter for each value, all with the same name.
  const pairs = fields.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
  const search = new URLSearchParams(pairs).toString();
  return apiUrl + filled + (search && `?${search}`);
}

/**
 * Encodes one segment of the path. `.`, `..` and empty values are refused, because they would change the path to
 * another operation.
 */
function segment(name: string, value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} is not an id.`);
  return encodeURIComponent(value);
}
