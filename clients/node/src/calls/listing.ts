import type { CallOptions } from './api.js';

/**
 * A page of a list. `next` is the `cursor` of the next page, and `null` on the last page. A cursor is valid for a day.
 */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

type ReadPage<T> = (cursor: string | undefined, options: CallOptions) => Promise<Page<T>>;

/** A list of any length: `for await (const user of client.users.list())` reads it page by page. */
export class Listing<T> implements AsyncIterable<T> {
  readonly #read: ReadPage<T>;
  readonly #options: CallOptions;

  constructor(read: ReadPage<T>, options: CallOptions = {}) {
    this.#read = read;
    this.#options = options;
  }

  /** One page: the first, or the one that follows a page read earlier. */
  page(cursor?: string): Promise<Page<T>> {
    return this.#read(cursor, this.#options);
  }

  async *pages(): AsyncGenerator<Page<T>, void> {
    let cursor: string | undefined;
    do {
      const page = await this.page(cursor);
      yield page;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for await (const { items } of this.pages()) yield* items;
  }

  /** The items of all pages, but at most `most`. */
  async toArray({ most }: { readonly most: number }): Promise<T[]> {
    const all: T[] = [];
    if (most <= 0) return all;
    for await (const item of this) if (all.push(item) >= most) break;
    return all;
  }
}
