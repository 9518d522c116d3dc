import { currentContext } from '../../src/shared/kernel/request-context.js';
import { Database } from '../../src/shared/persistence/database.js';
import type { TestApplication } from './application.js';

type Query = (this: unknown, ...args: unknown[]) => unknown;

/** The SQL that each request causes, `BEGIN` and `COMMIT` too. What happens beside requests is not counted. */
export class Statements {
  readonly #ofRequest = new Map<string, string[]>();

  /** All that are sent from now on, on whatever connection. */
  static of(running: TestApplication): Statements {
    const counted = new Statements();
    const { prototype } = (running.app.get(Database).pool as unknown as { Client: { prototype: object } }).Client;
    const query = Reflect.get(prototype, 'query') as Query;
    const counting: Query = function (...args) {
      counted.#note(args[0] as string | { readonly text: string });
      return query.apply(this, args);
    };
    Reflect.set(prototype, 'query', counting);
    return counted;
  }

  causedBy(requestId: string): readonly string[] {
    return this.#ofRequest.get(requestId) ?? [];
  }

  #note(statement: string | { readonly text: string }): void {
    const requestId = currentContext()?.requestId;
    if (requestId === undefined) return;
    const text = typeof statement === 'string' ? statement : statement.text;
    this.#ofRequest.set(requestId, [...this.causedBy(requestId), text.trim()]);
  }
}
