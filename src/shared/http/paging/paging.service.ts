import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { type JsonValue } from '../../kernel/json.js';
import { KernelErrors } from '../../kernel/kernel.errors.js';
import { type Tenant } from '../../kernel/tenant.js';
import { canonicalDigest } from '../../security/canonical-json.js';
import { Sealer } from '../../security/sealing/sealer.js';
import { Page } from './page.js';
import { type PageQuery } from './page-query.js';

const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** What a cursor seals: where the page before it ended. */
interface Bookmark {
  readonly after: JsonValue;
  readonly until: number;
}

/** Cuts lists into pages. A cursor is sealed for one list, tenant and filter: it tells nothing, and fits nowhere else. */
@Injectable()
export class Paging {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** The page that `query` asks for. What the query holds besides `limit` and `cursor` are the filters of the list. */
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

  #open(cursor: string, place: string): Bookmark {
    try {
      return this.sealer.openJson(Buffer.from(cursor, 'base64url'), place) as unknown as Bookmark;
    } catch {
      throw badCursor('It is not the `next` of an answer to this query.');
    }
  }
}

const badCursor = (detail: string) =>
  KernelErrors.invalidArguments(undefined, { errors: [{ pointer: '?cursor', detail }] });
