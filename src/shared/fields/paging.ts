import { type Type, Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { canonicalDigest, Clock, type JsonValue, KernelErrors, type Tenant } from '../kernel/index.js';
import { IntegerField, TextField } from './scalars.js';
import { Sealer } from '../security/index.js';

/** The page of a list that a caller requested. It tells which rows to read, and builds the response from them. */
export class Page<Position extends JsonValue> {
  constructor(
    readonly limit: number,
    /** The position where the previous page ended, or `undefined` for the first page. */
    readonly after: Position | undefined,
    private readonly cursorTo: (last: Position) => string,
  ) {}

  /** The number of rows to read: one more than the page shows, to determine whether another page follows. */
  get rowsToRead(): number {
    return this.limit + 1;
  }

  /** Builds the response from rows. `show` converts each row to one item of the list. */
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

  /**
   * Builds the response from items in their final form. `end` is the position of the last item, or `undefined` on the
   * last page.
   */
  listed<Plural extends string, Item>(plural: Plural, items: Item[], end: Position | undefined): Listed<Plural, Item> {
    const next = end === undefined ? null : this.cursorTo(end);
    return { [plural]: items, next } as Listed<Plural, Item>;
  }
}

/** The query parameters of every list. A list adds its own filters by extending this class. */
export class PageQuery {
  @IntegerField({ min: 1, max: 200, default: 50, description: 'The maximum number of items in the response.' })
  limit = 50;

  @TextField({
    max: 2048,
    pattern: /^[\w-]+$/,
    called: 'the `next` of an earlier answer',
    optional: true,
    description:
      'The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours.',
  })
  cursor?: string;
}

export type Listed<Plural extends string, Item> = Record<Plural, Item[]> & { readonly next: string | null };

/**
 * The class of a list response, for the API documents: `class UserListDto extends listOf('users', () => UserDto) {}`.
 */
export function listOf<Plural extends string, Item extends object>(
  plural: Plural,
  item: () => Type<Item>,
): Type<Listed<Plural, Item>> {
  class List {}
  ApiProperty({ type: () => item(), isArray: true, maxItems: 200 })(List.prototype, plural);
  ApiProperty({
    type: String,
    nullable: true,
    description: 'Send it as `cursor` to get the next page. `null`: this is the last page.',
  })(List.prototype, 'next');
  return List as Type<Listed<Plural, Item>>;
}

const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The content of a cursor: where the previous page ended. */
interface CursorContent {
  readonly after: JsonValue;
  readonly until: number;
}

/** Divides lists into pages. A cursor is encrypted, and valid for one list, tenant and filter only. */
@Injectable()
export class Paging {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** The page that `query` asks for. All fields besides `limit` and `cursor` are filters of the list. */
  open<Position extends JsonValue>(list: string, tenant: Tenant, query: PageQuery): Page<Position> {
    const { limit, cursor, ...filters } = query;
    const given = JSON.parse(JSON.stringify(filters)) as JsonValue;
    const place = `http/cursor:${canonicalDigest([list, tenant.enterpriseId, tenant.test, given])}`;
    const after = cursor === undefined ? undefined : (this.#read(cursor, place) as Position);
    return new Page(limit, after, (last) => this.#write(last, place));
  }

  #write(after: JsonValue, place: string): string {
    const until = this.clock.now().getTime() + LIFETIME_MS;
    return this.sealer.sealJson({ after, until }, place).toString('base64url');
  }

  #read(cursor: string, place: string): JsonValue {
    const { after, until } = this.#open(cursor, place);
    if (this.clock.now().getTime() > until) throw badCursor('It is older than 24 hours: begin again without it.');
    return after;
  }

  #open(cursor: string, place: string): CursorContent {
    try {
      return this.sealer.openJson(Buffer.from(cursor, 'base64url'), place) as unknown as CursorContent;
    } catch {
      throw badCursor('It is not the `next` of an answer to this query.');
    }
  }
}

const badCursor = (detail: string) =>
  KernelErrors.invalidArguments(undefined, { errors: [{ pointer: '?cursor', detail }] });
