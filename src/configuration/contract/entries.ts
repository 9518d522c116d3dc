import type { JsonObject } from '../../shared/kernel/index.js';

/** A value as JSON has it: without members that are undefined, and without classes. */
export const plain = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

const PAGE = 200;

/** Reads a list page by page until it ends. */
export async function* pagesOf<T>(
  read: (after: T | undefined, limit: number) => Promise<readonly T[]>,
): AsyncIterable<T> {
  let last: T | undefined;
  do {
    const page = await read(last, PAGE);
    yield* page;
    last = page.length < PAGE ? undefined : page.at(-1);
  } while (last !== undefined);
}
