import type { JsonObject } from '../../shared/kernel/index.js';
import { BooleanField, ChosenId } from '../../shared/fields/index.js';
import type { EntryForm } from './configuration-kind.port.js';

type Form<T extends object> = new () => T;

/** Extends the class of an entry in configuration files with the fields `enterpriseId` and `test`. */
export function ownedEntry<T extends object>(Base: Form<T>): Form<T & OwnedEntry> {
  abstract class Owned extends (Base as EntryForm) implements OwnedEntry {
    @ChosenId({ example: 'acme', description: 'The id of the enterprise that the object belongs to.' })
    enterpriseId!: string;

    @BooleanField({
      default: false,
      example: true,
      description: 'Whether the object is for test data. It cannot be changed later.',
    })
    test?: boolean;
  }
  return Owned as unknown as Form<T & OwnedEntry>;
}

export interface OwnedEntry {
  enterpriseId: string;
  test?: boolean;
}

/** Converts a value to plain JSON: members that are undefined are dropped, and instances become plain objects. */
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
