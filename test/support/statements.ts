import { currentContext } from '../../src/shared/kernel/index.js';
import { Database } from '../../src/shared/persistence/index.js';
import type { TestApplication } from './application.js';

type Query = (this: unknown, ...args: unknown[]) => unknown;

/** The SQL that each request causes, `BEGIN` and `COMMIT` too. What happens beside requests is not counted. */
export class Statements {
  readonly #ofRequest = new Map<string, string[]>();
  readonly #rowsOfRequest = new Map<string, number[]>();

  /** All that are sent from now on, on whatever connection. */
  static of(running: TestApplication): Statements {
    const counted = new Statements();
    const { prototype } = (running.app.get(Database).pool as unknown as { Client: { prototype: object } }).Client;
    const query = Reflect.get(prototype, 'query') as Query;
    const counting: Query = function (...args) {
      counted.#note(args[0] as string | { readonly text: string });
      return query.apply(this, counted.#countingRows(args));
    };
    Reflect.set(prototype, 'query', counting);
    return counted;
  }

  causedBy(requestId: string): readonly string[] {
    return this.#ofRequest.get(requestId) ?? [];
  }

  /** How many rows each statement answered or changed, in the order of the answers. */
  rowsOf(requestId: string): readonly number[] {
    return this.#rowsOfRequest.get(requestId) ?? [];
  }

  /** The pool gives each query a callback as its last argument. */
  #countingRows(args: unknown[]): unknown[] {
    const requestId = currentContext()?.requestId;
    const callback = args.at(-1);
    if (requestId === undefined || typeof callback !== 'function') return args;
    const counting = (error: unknown, result: { readonly rowCount?: number | null } | undefined): void => {
      this.#rowsOfRequest.set(requestId, [...this.rowsOf(requestId), result?.rowCount ?? 0]);
      (callback as (error: unknown, result: unknown) => void)(error, result);
    };
    return [...args.slice(0, -1), counting];
  }

  #note(statement: string | { readonly text: string }): void {
    const requestId = currentContext()?.requestId;
    if (requestId === undefined) return;
    const text = typeof statement === 'string' ? statement : statement.text;
    this.#ofRequest.set(requestId, [...this.causedBy(requestId), text.trim()]);
  }
}
