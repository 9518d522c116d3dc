import type { JsonValue } from '../../kernel/json.js';
import type { Listed } from './list-of.js';

/** One page of a list: which rows to read, and the answer that they make. */
export class Page<Position extends JsonValue> {
  constructor(
    readonly limit: number,
    /** Where the page before ended. `undefined`: this is the first. */
    readonly after: Position | undefined,
    private readonly cursorTo: (last: Position) => string,
  ) {}

  /** How many rows to read: one more than are shown tells whether there is another page. */
  get rowsToRead(): number {
    return this.limit + 1;
  }

  answer<Plural extends string, Row, Item>(
    plural: Plural,
    rows: readonly Row[],
    positionOf: (row: Row) => Position,
    show: (row: Row) => Item,
  ): Listed<Plural, Item> {
    const shown = rows.slice(0, this.limit);
    const last = rows.length > this.limit ? shown.at(-1) : undefined;
    const next = last === undefined ? null : this.cursorTo(positionOf(last));
    return { [plural]: shown.map(show), next } as Listed<Plural, Item>;
  }
}
