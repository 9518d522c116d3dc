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

  /** The answer when each row is one item. */
  answer<Plural extends string, Row, Item>(
    plural: Plural,
    rows: readonly Row[],
    positionOf: (row: Row) => Position,
    show: (row: Row) => Item,
  ): Listed<Plural, Item> {
    const shown = rows.slice(0, this.limit);
    const last = rows.length > this.limit ? shown.at(-1) : undefined;
    return this.listed(plural, shown.map(show), last && positionOf(last));
  }

  /** The answer of a list that knows itself where this page ended. `end` is `undefined` when nothing comes after it. */
  listed<Plural extends string, Item>(plural: Plural, items: Item[], end: Position | undefined): Listed<Plural, Item> {
    const next = end === undefined ? null : this.cursorTo(end);
    return { [plural]: items, next } as Listed<Plural, Item>;
  }
}
